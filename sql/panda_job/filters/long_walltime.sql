-- criterion: -longwalltime
-- label: walltime check
-- title: the smallest job is shorter than mintime asks for
-- class: never_fits
-- source: C102, O038
-- bounds: a need equal to the limit passes
-- nulls: mintime NULL or 0 is no limit; an unknown need fails a queue with mintime
select
    candidate.*,
    case
        when chunk_walltime.is_dynamic and unified_queue.min_time > 0
        then chunk_walltime.need_max
        else chunk_walltime.need
    end as asked,
    '>=' as operator,
    walltime.shortest as offered,
    chunk_walltime.unit,
    format(
        'needs {} < {} {} at mintime',
        coalesce(asked::varchar, 'nothing known'),
        offered,
        chunk_walltime.unit
    ) as detail
from candidate
inner join chunk_walltime using (jedi_task_id, chunk_no)
inner join unified_queue using (queue_name)
inner join walltime using (jedi_task_id, chunk_no, pseudo_queue)
where
    chunk_walltime.is_limited
    and unified_queue.min_time <> 0
    and case
        when chunk_walltime.is_dynamic and unified_queue.min_time > 0
        then chunk_walltime.need_min < offered and chunk_walltime.need_max < offered
        else chunk_walltime.need is null or chunk_walltime.need < offered
    end
