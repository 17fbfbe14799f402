-- criterion: -jumbo
-- label: jumbo job check
-- title: the queue runs jumbo jobs only
-- class: policy
-- exempts: preassigned_chunk
-- source: running system
select candidate.*, 'useJumboJobs is set, the task has no jumbo jobs' as detail
from candidate
inner join unified_queue using (queue_name)
inner join task_rule using (jedi_task_id)
where unified_queue.uses_jumbo and not task_rule.has_jumbo
