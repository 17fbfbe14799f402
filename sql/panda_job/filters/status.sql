-- criterion: -status
-- label: status check
-- title: the queue is not online
-- effect: drop
-- class: policy
-- source: C052, C053
-- bounds: the allowed statuses are those of status_set
-- nulls: an unknown status is not online
-- differs: standby counts as online in the running system; on the page a pre-assignment
-- lifts this check only, in the running system others too
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format('status {}', coalesce(unified_queue.status, 'unknown')) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join unified_queue on candidate.unified_name = unified_queue.queue_name
cross join cfg
where
    not coalesce(list_contains(cfg.status_set, unified_queue.status), false)
    and not list_contains(chunk.exempt_from, '-status')
