-- Copies on tape, and virtual ones at endpoints of type VP_DISK.
insert into world_replica by name
with
    used as (
        select distinct
            world_dataset.dataset_no,
            world_dataset.kind,
            world_dataset.tape_chance,
            world_dataset.virtual_chance
        from world_task_dataset
        inner join
            world_dataset using (dataset_no)
    ),
    tapes as (
        select
            list(
                ddm_endpoint_name order by ddm_endpoint_name
            ) filter (where is_tape and type = 'DATATAPE') as of_data,
            list(
                ddm_endpoint_name order by ddm_endpoint_name
            ) filter (where is_tape) as of_all
        from endpoint
    )

select
    used.dataset_no,
    case
        when used.kind = 'RAW' and tapes.of_data is not null
        then pick(u('tape_place', used.dataset_no), tapes.of_data)
        else pick(u('tape_place', used.dataset_no), tapes.of_all)
    end as ddm_endpoint_name,
    false as is_vp,
    1 as part
from used
cross join tapes
where
    u('on_tape', used.dataset_no) < used.tape_chance and tapes.of_all is not null
union all
select
    used.dataset_no,
    endpoint.ddm_endpoint_name,
    true as is_vp,
    1 as part
from used
cross join endpoint
where
    endpoint.type = 'VP_DISK'
    and u('virtual', used.dataset_no + key_of(endpoint.ddm_endpoint_name))
    < used.virtual_chance
;
