-- criterion: -not_candidate
-- label: status check
-- title: a unified queue takes jobs through its pseudo queues only
-- effect: drop
-- class: policy
-- source: C049
-- differs: a parent named in task.site stays a candidate in the running system (spec
-- 4.2)
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    'unified queue: see its pseudo queues' as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join pseudo_queue using (queue_name)
where pseudo_queue.is_unified_parent and not chunk.is_preassigned
