-- criterion: -full_chain
-- label: full chain check
-- title: a full chain on a bare nucleus stays at the queues of the nucleus
-- class: policy
-- owner: task
-- source: C257, C266, C267, C268
-- nulls: a nucleus without bareNucleus is not bare
select candidate.*, format('not a queue of the bare nucleus {}', chunk.nucleus) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join task_rule using (jedi_task_id)
inner join nucleus using (nucleus)
left join nucleus_queue using (nucleus, queue_name)
where
    task_rule.full_chain is not null
    and nucleus.bare_nucleus in ('only', 'allow')
    and not coalesce(nucleus_queue.is_member, false)
