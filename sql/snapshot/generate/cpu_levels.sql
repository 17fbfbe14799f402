-- Levels of the x86-64 architecture among the worker nodes of a queue.
insert into queue_cpu_level by name
with
    parts as (
        select
            queue_name,
            n_slots,
            u('level_v3', queue_key) as newest,
            u('level_v2', queue_key) * 0.3 as oldest
        from world_queue
        where n_slots > 0 and not is_arm and u('level_known', queue_key) < 0.85
    ),
    levels as (
        select
            queue_name, n_slots, 'x86-64-v4' as level, (1 - oldest) * newest as part
        from parts
        union all
        select
            queue_name,
            n_slots,
            'x86-64-v3' as level,
            (1 - oldest) * (1 - newest) as part
        from parts
        union all
        select queue_name, n_slots, 'x86-64-v2' as level, oldest as part
        from parts
    )

select
    queue_name,
    level as cpu_architecture_level,
    whole(n_slots * part) as total_logical_cpus,
    round(100 * part, 2) as pct_within_queue
from levels
;
