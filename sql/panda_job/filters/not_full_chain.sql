-- criterion: -not_full_chain
-- label: full chain check
-- title: the queue takes full chains only
-- effect: drop
-- class: policy
-- source: C267
-- nulls: a queue without bareNucleus takes all
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    'bareNucleus=only' as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join task_rule using (jedi_task_id)
inner join unified_queue on candidate.unified_name = unified_queue.queue_name
left join nucleus on chunk.nucleus = nucleus.nucleus
where
    unified_queue.bare_nucleus = 'only'
    and not (
        task_rule.full_chain is not null
        and coalesce(nucleus.bare_nucleus in ('only', 'allow'), false)
    )
