-- criterion: -opportunistic
-- label: opportunistic check
-- title: urgent work avoids queues without a pledge
-- effect: drop
-- class: policy
-- source: C059, C060
-- bounds: priority 800 is urgent
-- nulls: a pledge of NULL is 0: not opportunistic
-- differs: on the page a pre-assignment lifts only the status check; in the running
-- system it lifts this one too
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    'pledgedcpu -1' as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join unified_queue on candidate.unified_name = unified_queue.queue_name
cross join cfg
where
    unified_queue.pledged_cpu = -1
    and (chunk.priority >= cfg.high_prio or chunk.is_scout)
    and not list_contains(chunk.exempt_from, '-opportunistic')
