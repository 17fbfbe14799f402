-- criterion: -longwalltime
-- label: walltime check
-- title: the smallest job is shorter than mintime asks for
-- effect: drop
-- class: never_fits
-- source: C102
-- bounds: a need equal to the limit passes
-- nulls: mintime NULL or 0 is no limit; an unknown need fails a queue with mintime
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    case
        when chunk_walltime.is_dynamic and unified_queue.min_time > 0
        then chunk_walltime.need_max
        else chunk_walltime.need
    end as asked,
    '>=' as operator,
    walltime.shortest as offered,
    chunk_walltime.unit as unit,
    format(
        'needs {} < {} {} at mintime',
        coalesce(chunk_walltime.need::varchar, 'nothing known'),
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
    and unified_queue.min_time <> 0
    and case
        when chunk_walltime.is_dynamic and unified_queue.min_time > 0
        then chunk_walltime.need_min < offered and chunk_walltime.need_max < offered
        else chunk_walltime.need is null or chunk_walltime.need < offered
    end
