-- criterion: -not_candidate
-- label: status check
-- title: a unified queue takes jobs through its pseudo queues only
-- effect: drop
-- class: policy
-- source: running system
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    'unified queue: see its pseudo queues' as detail
from candidate
inner join pseudo_queue using (queue_name)
where pseudo_queue.is_unified_parent
