-- criterion: -max_cpucore
-- label: core count check
-- title: the queue has more cores than the task allows
-- effect: drop
-- class: never_fits
-- source: C071
-- bounds: as many cores as allowed pass
-- nulls: no maxCoreCount passes; 0 is no limit
-- differs: on the page a pre-assignment lifts only the status check; in the running
-- system one to a single queue lifts this one too
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    task_rule.max_core_count as asked,
    '>=' as operator,
    pseudo_queue.core_count as offered,
    'cores' as unit,
    format('queue has {} cores > maxCoreCount {}', offered, asked) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join pseudo_queue using (queue_name)
inner join task_rule using (jedi_task_id)
where
    asked > 0
    and offered > asked
    and not list_contains(chunk.exempt_from, '-max_cpucore')
