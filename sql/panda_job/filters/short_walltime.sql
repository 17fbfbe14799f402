-- criterion: -shortwalltime
-- label: walltime check
-- title: the smallest job runs longer than maxtime allows
-- effect: drop
-- class: never_fits
-- source: C101
-- bounds: a need equal to the limit passes
-- nulls: maxtime NULL or 0 is no limit; an unknown need passes
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    case
        when chunk_walltime.is_dynamic and unified_queue.min_time > 0
        then chunk_walltime.need_min
        else chunk_walltime.need
    end as asked,
    '<=' as operator,
    walltime.longest as offered,
    chunk_walltime.unit as unit,
    format(
        'needs {} > {} {} between base time and maxtime',
        asked,
        offered,
        chunk_walltime.unit
    ) as detail
from candidate
inner join
    chunk_walltime
    on candidate.jedi_task_id = chunk_walltime.jedi_task_id
    and candidate.chunk_no = chunk_walltime.chunk_no
inner join unified_queue on candidate.unified_name = unified_queue.queue_name
inner join
    walltime
    on candidate.jedi_task_id = walltime.jedi_task_id
    and candidate.chunk_no = walltime.chunk_no
    and candidate.queue_name = walltime.queue_name
where
    chunk_walltime.is_limited
    and unified_queue.max_time <> 0
    and case
        when chunk_walltime.is_dynamic and unified_queue.min_time > 0
        then chunk_walltime.need_min > offered
        else chunk_walltime.need > 0 and chunk_walltime.need > offered
    end
