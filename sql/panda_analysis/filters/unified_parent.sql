-- criterion: -not_candidate
-- label: status check
-- title: a unified queue takes jobs through its pseudo queues only
-- class: policy
-- source: running system
select candidate.*, 'unified queue: see its pseudo queues' as detail
from candidate
inner join pseudo_queue using (pseudo_queue)
where pseudo_queue.is_unified_parent
