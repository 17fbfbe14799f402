-- title: remaining work of each task that is brokered
-- grain: jedi_task_id
-- note: units of milli-HS06 are scaled here
select
    task.jedi_task_id,
    coalesce(
        sum(
            (coalesce(task_dataset.n_events, 0) - coalesce(task_dataset.n_events_used, 0)) * case
                when task.cpu_time is null
                then cfg.missing_cpu_time
                when starts_with(task.cpu_time_unit, 'mHS06')
                then task.cpu_time::double / 1000
                else task.cpu_time
            end::double
            order by task_dataset.n_events, task_dataset.n_events_used
        ),
        0
    ) as work
from task
inner join brokered_task using (jedi_task_id)
left join
    task_dataset
    on task.jedi_task_id = task_dataset.jedi_task_id
    and task_dataset.type in ('input', 'pseudo_input')
    and task_dataset.master_id is null
cross join cfg
group by task.jedi_task_id
