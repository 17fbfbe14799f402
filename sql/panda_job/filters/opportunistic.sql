-- criterion: -opportunistic
-- label: opportunistic check
-- title: urgent work avoids queues without a pledge
-- effect: drop
-- class: policy
-- source: Brokerage page, ATLAS Production Job Brokerage, "If priority ≥ 800 or scout
-- jobs, skip opportunistic queues"
-- source: spec/production.md 4.4 JB-25
-- bounds: priority 800 is urgent
-- nulls: a pledge of NULL is 0: not opportunistic
-- differs: D47: a pre-assignment lifts it in the running system
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
