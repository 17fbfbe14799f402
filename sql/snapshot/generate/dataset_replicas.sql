-- Copies of the datasets, or of the parts of a container, one part in ten missing.
create or replace temp table world_element_replica as
select
    world_element.dataset_no,
    world_element.element_no,
    world_element.element_name,
    world_replica.ddm_endpoint_name,
    world_replica.is_vp,
    world_element.n_files as n_total,
    case
        when world_replica.part is null
        then null
        when world_replica.part = 1
        then world_element.n_files
        else
            least(
                greatest(0, world_element.n_files - 1),
                whole(world_element.n_files * world_replica.part)
            )
    end as n_found,
    world_element.file_mb
from world_replica
inner join world_element using (dataset_no)
where
    world_element.container_name is null
    or world_replica.is_vp
    or u(
        'part_missing',
        8 * world_element.dataset_no
        + world_element.element_no
        + key_of(world_replica.ddm_endpoint_name)
    )
    >= 0.1
;

insert into world_element_replica by name
select
    world_premerged.dataset_no,
    world_element.element_no,
    world_element.element_name,
    world_premerged.write_endpoint as ddm_endpoint_name,
    false as is_vp,
    world_element.n_files as n_total,
    world_element.n_files as n_found,
    world_element.file_mb
from world_premerged
inner join world_element using (dataset_no)
;

insert into dataset_replica by name
select
    element_name as dataset_name,
    ddm_endpoint_name,
    is_vp,
    n_total as n_files_total,
    n_found as n_files_found,
    n_total * whole(file_mb * 1048576) as bytes_total,
    n_found * whole(file_mb * 1048576) as bytes_found
from world_element_replica
;
