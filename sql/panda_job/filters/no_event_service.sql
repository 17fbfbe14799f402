-- criterion: -nones
-- label: EventService check
-- title: the queue takes event service jobs only
-- effect: drop
-- class: policy
-- source: C111
-- differs: on the page a pre-assignment lifts only the status check; in the running
-- system one to a single queue lifts this one too
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    'jobseed es' as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join unified_queue on candidate.unified_name = unified_queue.queue_name
where
    not chunk.is_es_pure
    and unified_queue.job_seed = 'es'
    and not list_contains(chunk.exempt_from, '-nones')
