-- Harvester workers per queue; 5 % of the queues report too late.
insert into worker_stats by name
with
    statuses(place, status, part) as (
        values
            (1, 'running', 0.9),
            (2, 'submitted', 0.25),
            (3, 'ready', 0.02),
            (4, 'finished', 0.5),
            (5, 'failed', 0.05)
    ),
    loads as (
        select queue_name, resource_type, sum(n_running::decimal(18, 3)) as n_running
        from world_load
        group by queue_name, resource_type
    ),
    counted as (
        select
            loads.queue_name,
            loads.resource_type,
            statuses.status,
            key_of(loads.queue_name || loads.resource_type) + statuses.place as row_key,
            loads.n_running::double * statuses.part as n_expected,
            world_queue.queue_key
        from loads
        inner join world_queue using (queue_name)
        cross join statuses
        where world_queue.workflow like 'pu%' or statuses.place < 3
    )

select
    counted.queue_name,
    'harvester_central_' || pick(u('harvester', counted.queue_key), ['A', 'B', 'C'])
    as harvester_id,
    counted.resource_type,
    counted.status,
    whole(counted.n_expected * (0.7 + 0.6 * now_u('workers', counted.row_key)))
    as n_workers,
    snapshot.snapshot_time
    - to_seconds(
        whole(
            case
                when u('stale', counted.queue_key) < 0.05
                then 4000 + 9000 * now_u('worker_time', counted.row_key)
                else 60 + 2400 * now_u('worker_time', counted.row_key)
            end
        )
    ) as last_update
from counted
cross join snapshot
;
