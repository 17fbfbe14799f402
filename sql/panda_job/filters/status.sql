-- criterion: -status
-- label: status check
-- title: the queue is not online
-- class: policy
-- exempts: preassigned_chunk
-- source: C052, C053, O011
-- bounds: the allowed statuses are those of status_set
-- nulls: an unknown status is not online
-- differs: standby counts as online in the running system
select candidate.*, format('status {}', coalesce(unified_queue.status, 'unknown')) as detail
from candidate
inner join unified_queue using (queue_name)
cross join cfg
where not coalesce(list_contains(cfg.status_set, unified_queue.status), false)
