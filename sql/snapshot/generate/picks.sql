-- Disk endpoints and online queues with an interval of [0, 1) each, for weighted
-- picks.
create or replace temp table world_disk as
with
    weighted as (
        select
            ddm_endpoint_name,
            site_name,
            sqrt(space_total)::decimal(18, 3) as weight
        from endpoint
        where
            type = 'DATADISK'
            and ddm_endpoint_name in (
                select queue_endpoint.ddm_endpoint_name
                from queue_endpoint
                inner join
                    world_queue using (queue_name)
                where queue_endpoint.read_lan_role and world_queue.n_slots > 0
            )
    )

select
    ddm_endpoint_name,
    site_name,
    (sum(weight) over (order by ddm_endpoint_name) - weight)::double
    / (sum(weight) over ())::double as low
from weighted
;

create or replace temp table world_worker as
with
    weighted as (
        select
            world_queue.queue_name,
            world_queue.queue_key,
            world_queue.cores,
            world_queue.runs_production as is_production,
            queue_endpoint.ddm_endpoint_name as write_endpoint,
            world_queue.n_slots::decimal(18, 3) as weight
        from world_queue
        inner join
            queue_endpoint
            on world_queue.queue_name = queue_endpoint.queue_name
            and queue_endpoint.scope = 'default'
            and queue_endpoint.default_write
        where world_queue.n_slots > 0 and not world_queue.is_test
    )

select
    queue_name,
    queue_key,
    cores,
    is_production,
    write_endpoint,
    (
        sum(weight) over (partition by is_production order by queue_name) - weight
    )::double
    / (sum(weight) over (partition by is_production))::double as low
from weighted
;
