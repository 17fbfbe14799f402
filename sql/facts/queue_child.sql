-- title: pseudo queues of unified queues, one per resource type that fits
-- grain: queue_name
-- source: C075
-- note: a parent without memory limit gives children without one
with

    children as (
        select
            unified_queue.queue_name as unified_name,
            resource_type.resource_name,
            resource_type_edge.mb_per_core,
            resource_type_edge.rest_mb,
            resource_type.max_ram_per_core,
            unified_queue.min_rss,
            greatest(
                least(unified_queue.n_cores, resource_type.max_core),
                resource_type.min_core
            ) as core_count,
            unified_queue.n_cores,
            unified_queue.max_rss,
            unified_queue.queue_order
        from unified_queue
        inner join
            resource_type
            on unified_queue.n_cores >= coalesce(resource_type.min_core, 1)
        inner join
            resource_type_edge
            on resource_type.resource_name = resource_type_edge.resource_name
        where unified_queue.is_ucore
    )

select
    unified_name || '/' || resource_name as queue_name,
    unified_name,
    resource_name,
    core_count,
    least(core_count * max_ram_per_core, max_rss * core_count / n_cores)::double
    as max_rss,
    case
        when mb_per_core is null
        then greatest(min_rss * core_count / n_cores, min_rss)
        else
            greatest(core_count * mb_per_core + rest_mb, min_rss * core_count / n_cores)
    end::double as min_rss,
    queue_order
from children
