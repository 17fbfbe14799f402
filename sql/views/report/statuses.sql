-- title: tasks by outcome; a task counts once, by the worst outcome of its chunks
-- grain: status
with
    worst as (
        select
            result.jedi_task_id,
            arg_max(
                result.status,
                list_position(
                    ['assigned', 'pending', 'throttled', 'failed'], result.status
                )
            ) as status
        from result
        group by result.jedi_task_id
    )

select worst.status, count(*) as n_tasks
from worst
group by worst.status
order by worst.status
