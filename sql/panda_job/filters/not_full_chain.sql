-- criterion: -not_full_chain
-- label: full chain check
-- title: the queue takes full chains only
-- class: policy
-- source: C267
-- nulls: a queue without bareNucleus takes all
select candidate.*, 'bareNucleus=only' as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join task_rule using (jedi_task_id)
inner join unified_queue using (queue_name)
left join nucleus using (nucleus)
where
    unified_queue.bare_nucleus = 'only'
    and not (
        task_rule.full_chain is not null
        and coalesce(nucleus.bare_nucleus in ('only', 'allow'), false)
    )
