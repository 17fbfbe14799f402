-- criterion: -cpu
-- title: the jobs need more CPU time than the resource has
-- class: never_fits
-- source: T030
-- bounds: as much as the resource has passes
-- nulls: a request without a CPU time is refused by the gate no_cpu_time
-- note: normalised CPU seconds, those of the jobs rounded up to a segment of CPU times
select
    candidate.*,
    task_queue.cpu_time as asked,
    '<=' as operator,
    request.cpu_time as offered,
    's' as unit,
    format('needs {} s > offered {} s', asked, offered) as detail
from candidate
inner join request using (seq)
inner join task_queue using (tq_id)
where asked > offered
