-- The nucleus of a production task: mostly one that holds its input.
create or replace temp table world_task_nucleus as
with
    holders as (
        select
            world_replica.dataset_no,
            list(distinct world_nucleus.nucleus order by world_nucleus.nucleus) as nuclei
        from world_replica
        inner join
            endpoint
            using (ddm_endpoint_name)
        inner join world_nucleus on endpoint.site_name = world_nucleus.nucleus
        where world_replica.part = 1 and not world_replica.is_vp and not endpoint.is_tape and world_nucleus.is_open
        group by world_replica.dataset_no
    ),
    drawn as (
        select
            jedi_task_id,
            task_no,
            dataset_no,
            u('nucleus', task_no) as nucleus_draw
        from world_task_kind
        where not is_user and not is_assigning
    )

select
    drawn.jedi_task_id,
    case
        when holders.nuclei is not null and u('nucleus_has_data', drawn.task_no) < 0.75
        then pick(u('nucleus_of_data', drawn.task_no), holders.nuclei)
        else world_nucleus.nucleus
    end as nucleus
from drawn
asof join world_nucleus on drawn.nucleus_draw >= world_nucleus.low
left join holders using (dataset_no)
;
