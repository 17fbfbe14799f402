-- Input datasets of the tasks -> task_dataset.
insert into task_dataset by name
with
    described as (
        select
            world_task_dataset.jedi_task_id,
            world_task_dataset.dataset_id,
            world_task_dataset.slot,
            world_task_dataset.type,
            world_task_dataset.attributes,
            world_task.is_scouting,
            coalesce(world_dataset.dataset_name, 'pseudo_dataset') as dataset_name,
            coalesce(world_dataset.n_files, 5 + world_task.n_jobs) as n_files,
            coalesce(world_dataset.events_per_file, world_task.n_events, 0)
            as events_per_file,
            world_premerged.queue_name
        from world_task_dataset
        inner join world_task using (jedi_task_id)
        left join
            world_dataset on world_task_dataset.dataset_no = world_dataset.dataset_no
        left join
            world_premerged on world_task_dataset.dataset_no = world_premerged.dataset_no
    )

select
    described.jedi_task_id,
    described.dataset_id,
    described.dataset_name,
    described.type,
    case
        when described.slot in (2, 3, 4) then 10 * described.jedi_task_id + 1
    end as master_id,
    described.attributes,
    described.queue_name,
    described.n_files,
    case
        when described.is_scouting and described.slot = 1
        then least(10, described.n_files)
        else described.n_files
    end as n_files_to_be_used,
    described.n_files * described.events_per_file as n_events,
    whole(
        described.n_files
        * described.events_per_file
        * 0.6
        * now_u('used', described.dataset_id)
    ) as n_events_used,
    whole(described.n_files * 0.5 * now_u('used', described.dataset_id))
    as n_files_finished,
    whole(described.n_files * 0.01) as n_files_failed,
    snapshot.snapshot_time
    - to_seconds(whole(log_between(u('created', described.dataset_id), 90000, 2500000)))
    as creation_time,
    snapshot.snapshot_time
    - to_seconds(
        whole(log_between(now_u('changed', described.dataset_id), 300, 89000))
        + case when u('old_merge', described.dataset_id) < 0.1 then 90000 else 0 end
    ) as modification_time,
    'closed' as state
from described
cross join snapshot
;
