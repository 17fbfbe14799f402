-- criterion: -t1weight
-- label: T1 weight check
-- title: a negative t1Weight keeps the task at the queues of its nucleus
-- class: policy
-- owner: task
-- source: O043
-- bounds: t1Weight 0 is not negative
-- nulls: merge jobs are not checked; a task without a nucleus has no queue of it
-- note: the details are lost, so as it ran in 2021: queues that share the storage of
-- the nucleus are not its own
select candidate.*, format('not a queue of nucleus {}', coalesce(chunk.nucleus, 'none')) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join task_rule using (jedi_task_id)
left join nucleus_queue using (nucleus, queue_name)
where
    not chunk.is_merging
    and task_rule.t1_weight < 0
    and not coalesce(nucleus_queue.is_member, false)
