-- title: tasks that wait for a nucleus and are due
-- grain: jedi_task_id
-- nulls: an unknown time of the last look is due; an unknown cloud is WORLD; a task of
-- an unknown vo is left to others
-- note: status assigning, cloud WORLD, no nucleus or an output without a destination,
-- not looked at within the retry time
with
    unplaced as (
        select distinct jedi_task_id
        from task_dataset
        where type in ('output', 'log') and destination is null
    )

select task.jedi_task_id
from task
left join
    refused_work on task.jedi_task_id = refused_work.jedi_task_id and refused_work.chunk_no = 0
left join unplaced on task.jedi_task_id = unplaced.jedi_task_id
cross join snapshot
cross join cfg
where
    task.status = 'assigning'
    and refused_work.jedi_task_id is null
    and task.vo = snapshot.vo
    and coalesce(task.cloud, 'WORLD') = 'WORLD'
    and (task.nucleus is null or unplaced.jedi_task_id is not null)
    and coalesce(
        task.modification_time < snapshot.snapshot_time - to_minutes(cfg.task_pending_minutes), true
    )
