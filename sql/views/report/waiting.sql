-- title: tasks without a choice, by the criterion that took their last queue
-- grain: criterion
-- note: a gate or loading decides before any queue, else the last check does, and in it
-- the criterion of most queues
with
    open_units as (
        select
            jedi_task_id,
            chunk_no,
            retry_after_s,
            case
                when criterion not in ('-no_candidates', '-nonpreassigned') then criterion
            end as criterion
        from result
        where status <> 'assigned'
    ),
    fallen as (
        select
            fate.jedi_task_id,
            fate.chunk_no,
            fate.line_no,
            fate.criterion,
            count(distinct fate.unified_name) as n_queues
        from fate
        inner join open_units using (jedi_task_id, chunk_no)
        where fate.is_last
        group by all
    ),
    last_fallen as (
        select
            jedi_task_id, chunk_no, arg_max(criterion, (line_no, n_queues, criterion)) as criterion
        from fallen
        group by jedi_task_id, chunk_no
    ),
    reasons as (
        select
            open_units.jedi_task_id,
            min(open_units.retry_after_s) as retry_after_s,
            arg_min(
                coalesce(open_units.criterion, last_fallen.criterion, '-not_candidate'),
                open_units.chunk_no
            ) as criterion
        from open_units
        left join last_fallen using (jedi_task_id, chunk_no)
        group by open_units.jedi_task_id
    )

select criterion, count(*) as n_tasks, min(retry_after_s) as retry_after_s
from reasons
group by criterion
order by n_tasks desc, criterion
