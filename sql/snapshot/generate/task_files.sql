-- Names, sizes and events of the files -> task_file.
insert into task_file by name
select
    world_file.jedi_task_id,
    world_file.dataset_id,
    1000 * world_file.dataset_id + world_file.file_order as file_id,
    world_file.chunk_no,
    world_file.file_order,
    coalesce(
        world_dataset.dataset_name || format('._{:06d}.pool.root.1', world_file.file_no),
        'pseudo_lfn_' || world_file.file_no
    ) as lfn,
    coalesce(world_dataset.scope, 'mc23_13p6TeV') as scope,
    format('{:016X}', 100000 * coalesce(world_file.dataset_no, world_file.jedi_task_id) + world_file.file_no) as guid,
    coalesce(
        whole(
            world_dataset.file_mb
            * 1048576
            * (0.75 + 0.5 * u('fsize', 100000 * world_file.dataset_no + world_file.file_no))
        ),
        0
    ) as fsize,
    coalesce(world_dataset.events_per_file, nullif(world_file.events_per_job, 0)) as n_events,
    case
        when world_file.dataset_no is null then world_file.file_no * world_file.events_per_job
    end as start_event,
    case
        when world_file.dataset_no is null
        then (world_file.file_no + 1) * world_file.events_per_job - 1
    end as end_event,
    0 as boundary_id,
    0 as lumi_block_nr,
    case when world_dataset.is_container then world_element.element_name end as constituent_name
from world_file
left join world_dataset using (dataset_no)
left join
    world_element
    on world_file.dataset_no = world_element.dataset_no
    and world_element.element_no
    = least(world_dataset.n_parts - 1, whole(world_file.file_no * world_dataset.n_parts / world_dataset.n_files))
;
