-- Copies of single files, only of datasets with an incomplete copy that the tasks
-- read. The first n files of an incomplete copy are there.
insert into file_replica by name
with
    broken as (
        select distinct dataset_no, element_no
        from world_element_replica
        where not is_vp and n_found < n_total
    ),
    files as (
        select distinct
            task_file.scope,
            task_file.lfn,
            world_file.dataset_no,
            world_file.file_no
        from task_file
        inner join
            world_file
            using (jedi_task_id, dataset_id, file_order)
        where world_file.dataset_no in (select dataset_no from broken)
    ),
    placed as (
        select
            files.scope,
            files.lfn,
            files.dataset_no,
            files.file_no,
            least(
                world_dataset.n_parts - 1,
                whole(files.file_no * world_dataset.n_parts / world_dataset.n_files)
            ) as element_no,
            world_dataset.n_parts
        from files
        inner join world_dataset using (dataset_no)
    )

select distinct placed.scope, placed.lfn, world_element_replica.ddm_endpoint_name
from placed
inner join
    broken
    using (dataset_no, element_no)
inner join
    world_element_replica
    on placed.dataset_no = world_element_replica.dataset_no
    and placed.element_no = world_element_replica.element_no
    and not world_element_replica.is_vp
where
    world_element_replica.n_found = world_element_replica.n_total
    or u(
        'file_held',
        100000 * placed.dataset_no
        + placed.file_no
        + key_of(world_element_replica.ddm_endpoint_name)
    )
    < coalesce(
        world_element_replica.n_found / world_element_replica.n_total, 0.5
    )
;
