-- The files of the chunks: a run of files of each dataset, from a drawn start.
create or replace temp table world_file as
with
    wanted as (
        select
            world_task_dataset.jedi_task_id,
            world_task_dataset.dataset_id,
            world_task_dataset.dataset_no,
            case when world_task_dataset.slot = 7 then 1 else 0 end as chunk_no,
            world_task.is_user,
            world_task.n_events as events_per_job,
            coalesce(world_dataset.n_files, 1000) as n_held,
            least(
                coalesce(world_dataset.n_files, 1000),
                case
                    when world_task_dataset.slot in (2, 3)
                    then 2
                    when world_task_dataset.slot = 4
                    then 1
                    when world_task_dataset.slot = 7
                    then 10
                    else world_task.n_chunk_files
                end
            ) as n_wanted,
            u('first_file', world_task_dataset.dataset_id) as start_draw
        from world_task_dataset
        inner join world_task using (jedi_task_id)
        left join
            world_dataset on world_task_dataset.dataset_no = world_dataset.dataset_no
    )

select
    wanted.jedi_task_id,
    wanted.dataset_id,
    wanted.dataset_no,
    wanted.chunk_no,
    wanted.events_per_job,
    wanted.n_held,
    file.no as file_order,
    whole(wanted.start_draw * (wanted.n_held - wanted.n_wanted + 1)) + file.no as file_no
from wanted
cross join unnest(range(wanted.n_wanted)) as file(no)
;
