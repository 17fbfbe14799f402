-- criterion: -not_candidate
-- label: status check
-- title: a unified queue takes jobs through its pseudo queues only
-- class: policy
-- source: C049
-- differs: a parent named in task.site stays a candidate in the running system
select candidate.*, 'unified queue: see its pseudo queues' as detail
from candidate
inner join pseudo_queue using (pseudo_queue)
left join preassigned_chunk using (jedi_task_id, chunk_no)
where pseudo_queue.is_unified_parent and preassigned_chunk.preassignment_no is null
