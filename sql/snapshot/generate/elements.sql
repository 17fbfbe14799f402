-- The datasets that hold the files: a dataset itself, or the parts of a container.
create or replace temp table world_element as
select
    world_dataset.dataset_no,
    part.no as element_no,
    case
        when world_dataset.is_container
        then format('{}_tid{:08d}_{:02d}', dataset_name, world_dataset.dataset_no, part.no)
        else world_dataset.dataset_name
    end as element_name,
    case
        when world_dataset.is_container then world_dataset.dataset_name
    end as container_name,
    whole(world_dataset.n_files / world_dataset.n_parts)
    + (part.no < world_dataset.n_files % world_dataset.n_parts)::bigint as n_files,
    world_dataset.file_mb,
    world_dataset.kind
from world_dataset
cross join unnest(range(world_dataset.n_parts)) as part(no)
where world_dataset.dataset_no in (select dataset_no from world_task_dataset)
;

insert into dataset by name
select
    element_name as dataset_name,
    'DATASET' as did_type,
    n_files,
    n_files * whole(file_mb * 1048576) as n_bytes,
    kind = 'NTUP' and u('scattered', dataset_no) < 0.05 as is_distributed
from world_element
union all
select
    container_name as dataset_name,
    'CONTAINER' as did_type,
    sum(n_files) as n_files,
    sum(n_files * whole(file_mb * 1048576)) as n_bytes,
    false as is_distributed
from world_element
where container_name is not null
group by container_name
;

insert into dataset_content by name
select container_name, element_name as dataset_name
from world_element
where container_name is not null
;
