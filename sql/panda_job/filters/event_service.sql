-- criterion: -es
-- label: EventService check
-- title: event service jobs do not run at a standard queue
-- effect: drop
-- class: policy
-- source: C111
-- nulls: an unset job seed is std
-- differs: on the page a pre-assignment lifts only the status check; in the running
-- system one to a single queue lifts this one too
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    'jobseed std' as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join unified_queue on candidate.unified_name = unified_queue.queue_name
where
    chunk.is_es_pure
    and unified_queue.job_seed = 'std'
    and not list_contains(chunk.exempt_from, '-es')
