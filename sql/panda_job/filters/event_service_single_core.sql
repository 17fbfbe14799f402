-- criterion: -es_ucore
-- label: EventService check
-- title: event service avoids single-core children of unified queues
-- effect: drop
-- class: policy
-- source: C111
-- differs: on the page a pre-assignment lifts only the status check; in the running
-- system one to a single queue lifts this one too
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    'one core of a unified queue' as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join pseudo_queue using (queue_name)
where
    chunk.is_es_pure
    and pseudo_queue.is_unified_child
    and pseudo_queue.core_count = 1
    and not list_contains(chunk.exempt_from, '-es_ucore')
