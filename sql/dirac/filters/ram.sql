-- criterion: -ram
-- title: the jobs need more memory than the resource has
-- class: never_fits
-- source: DIRAC's code of today
-- bounds: as much as the resource has passes
-- nulls: no memory sent or asked is no condition; max_ram of the jobs never counts
-- differs: a condition of profile modern only
select
    candidate.*,
    task_queue.min_ram as asked,
    '<=' as operator,
    request.max_ram as offered,
    'MB' as unit,
    format('needs {} MB > offered {} MB', asked, offered) as detail
from candidate
inner join request using (seq)
inner join task_queue using (tq_id)
where asked > offered
