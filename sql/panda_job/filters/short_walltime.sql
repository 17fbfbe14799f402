-- criterion: -shortwalltime
-- label: walltime check
-- title: the smallest job runs longer than maxtime allows
-- class: never_fits
-- source: C101, O038
-- bounds: a need equal to the limit passes
-- nulls: maxtime NULL or 0 is no limit; an unknown need passes
-- note: a job without a need fails where its base time alone is too long, in analysis
-- on the page only
select
    candidate.*,
    case
        when chunk_walltime.is_dynamic and unified_queue.min_time > 0
        then chunk_walltime.need_min
        else chunk_walltime.need
    end as asked,
    '<=' as operator,
    walltime.longest as offered,
    chunk_walltime.unit,
    format(
        'needs {} > {} {} between base time and maxtime', asked, offered, chunk_walltime.unit
    ) as detail
from candidate
inner join chunk_walltime using (jedi_task_id, chunk_no)
inner join unified_queue using (queue_name)
inner join walltime using (jedi_task_id, chunk_no, pseudo_queue)
where
    chunk_walltime.is_limited
    and unified_queue.max_time <> 0
    and case
        when chunk_walltime.is_dynamic and unified_queue.min_time > 0
        then chunk_walltime.need_min > offered
        else
            (chunk_walltime.need > 0 or chunk_walltime.may_need_nothing)
            and chunk_walltime.need > offered
    end
