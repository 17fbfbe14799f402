-- The resource types that run at a queue, with the cores of one job and their share
-- of the queue's cores.
create or replace temp table world_cell as
with
    weights(type_no, resource_name, weight) as (
        values
            (0, 'SCORE_LOMEM', 0.02),
            (1, 'SCORE', 0.22),
            (2, 'SCORE_HIMEM', 0.08),
            (3, 'SCORE_VHIMEM', 0.02),
            (4, 'MCORE_LOMEM', 0.04),
            (5, 'MCORE', 0.42),
            (6, 'MCORE_HIMEM', 0.18),
            (7, 'MCORE_VHIMEM', 0.02)
    ),
    possible as (
        select
            world_queue.queue_name,
            world_queue.queue_key,
            resource_type.resource_name as resource_type,
            case
                when resource_type.max_core is null
                then greatest(world_queue.cores, resource_type.min_core)
                else
                    greatest(
                        least(world_queue.cores, resource_type.max_core),
                        resource_type.min_core
                    )
            end as job_cores,
            weights.weight,
            weights.type_no,
            world_queue.is_unified,
            row_number() over (
                partition by world_queue.queue_name
                order by
                    resource_type.min_core desc,
                    abs(weights.weight - 0.42),
                    resource_type.resource_name
            ) as place
        from world_queue
        inner join
            resource_type
            on world_queue.cores >= coalesce(resource_type.min_core, 1)
            and (
                world_queue.max_rss = 0
                or resource_type.min_ram_per_core is null
                or resource_type.min_ram_per_core
                < world_queue.max_rss / world_queue.cores
            )
        inner join weights on resource_type.resource_name = weights.resource_name
    )

select
    queue_name,
    queue_key,
    resource_type,
    job_cores,
    type_no,
    weight / sum(weight) over (partition by queue_name) as fraction
from possible
where is_unified or place = 1
;
