-- criterion: -max_cpucore
-- label: core count check
-- title: the queue has more cores than the task allows
-- class: never_fits
-- exempts: preassigned_chunk
-- source: C071
-- bounds: as many cores as allowed pass
-- nulls: no maxCoreCount passes; 0 is no limit
select
    candidate.*,
    task_rule.max_core_count as asked,
    '>=' as operator,
    pseudo_queue.core_count as offered,
    'cores' as unit,
    format('queue has {} cores > maxCoreCount {}', offered, asked) as detail
from candidate
inner join pseudo_queue using (pseudo_queue)
inner join task_rule using (jedi_task_id)
where asked > 0 and offered > asked
