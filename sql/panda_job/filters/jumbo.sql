-- criterion: -jumbo
-- label: jumbo job check
-- title: the queue runs jumbo jobs only
-- effect: drop
-- class: policy
-- source: running system
-- differs: on the page a pre-assignment lifts only the status check; in the running
-- system one to a single queue lifts this one too
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    'useJumboJobs is set, the task has no jumbo jobs' as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join unified_queue on candidate.unified_name = unified_queue.queue_name
inner join task_rule using (jedi_task_id)
where
    unified_queue.uses_jumbo
    and not task_rule.has_jumbo
    and not list_contains(chunk.exempt_from, '-jumbo')
