-- Work that is left per nucleus, from the tasks -> nucleus_rw.
insert into nucleus_rw by name
select
    task.nucleus,
    task.prod_source_label,
    task.gshare,
    task.workqueue_id,
    task.current_priority,
    sum(
        (task_dataset.n_events - task_dataset.n_events_used)
        * coalesce(task.cpu_time, 300)
    ) as rw
from task
inner join
    task_dataset
    on task.jedi_task_id = task_dataset.jedi_task_id
    and task_dataset.master_id is null
    and task_dataset.type in ('input', 'pseudo_input')
where
    task.nucleus is not null
    and task.status in ('ready', 'scouting', 'running', 'pending')
    and task_dataset.n_files - task_dataset.n_files_finished - task_dataset.n_files_failed
    > 0
group by
    task.nucleus,
    task.prod_source_label,
    task.gshare,
    task.workqueue_id,
    task.current_priority
;
