-- criterion: -non_pledged
-- label: pledge check
-- title: work is short: queues without a pledge get none
-- effect: drop
-- class: policy
-- source: C119, C120
-- nulls: a pledge of NULL is 0: not opportunistic
-- differs: on the page a pre-assignment lifts only the status check; in the running
-- system one to a single queue lifts this one too
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    'pledgedcpu -1 while work is short' as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join unified_queue on candidate.unified_name = unified_queue.queue_name
cross join cfg
where
    cfg.work_shortage
    and unified_queue.pledged_cpu = -1
    and not list_contains(chunk.exempt_from, '-non_pledged')
