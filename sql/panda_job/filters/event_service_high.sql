-- criterion: -eshigh
-- label: EventService check
-- title: the queue takes urgent event service jobs only
-- effect: drop
-- class: policy
-- source: Brokerage page, ATLAS Production Job Brokerage, "Settings for event service
-- and the dynamic number of events"
-- source: spec/production.md 4.4 JB-68
-- differs: D47
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    'jobseed eshigh' as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join unified_queue on candidate.unified_name = unified_queue.queue_name
where
    chunk.is_es_pure
    and unified_queue.job_seed = 'eshigh'
    and not chunk.is_scout_or_top
    and not list_contains(chunk.exempt_from, '-eshigh')
