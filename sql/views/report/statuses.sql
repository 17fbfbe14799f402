-- title: tasks by outcome; a task counts once, by the worst outcome of its chunks
-- grain: status
with
    worst as (
        select
            jedi_task_id,
            arg_max(
                status, list_position(['assigned', 'pending', 'throttled', 'failed'], status)
            ) as status
        from result
        group by jedi_task_id
    )

select status, count(*) as n_tasks
from worst
group by status
order by status
