-- criterion: -scoutprio
-- label: scout and priority check
-- title: urgent work stays at the queues associated to the nucleus
-- class: policy
-- source: O015
-- bounds: priority 800 is urgent
-- nulls: no priority is 0; a task without a nucleus has nothing to be associated to:
-- its queues pass
-- note: associated are the queues of the nucleus and those that share its storage
select candidate.*, format('not associated to nucleus {}', chunk.nucleus) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join chunk_scout using (jedi_task_id, chunk_no)
left join nucleus_queue using (nucleus, queue_name)
cross join cfg
where
    (chunk.priority >= cfg.high_prio or chunk_scout.is_scout)
    and chunk.nucleus is not null
    and nucleus_queue.queue_name is null
