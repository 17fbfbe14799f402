-- criterion: -status
-- label: status check
-- title: the queue is not online
-- effect: drop
-- class: policy
-- source: Brokerage page, ATLAS Production Job Brokerage, "The queue status must be
-- online unless the queues are pre-assigned"
-- source: spec/production.md 4.4 JB-11
-- bounds: the allowed statuses are those of status_set
-- nulls: an unknown status is not online
-- differs: standby counts as online in the running system (D2) the other checks that a
-- pre-assignment lifts: D47
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
