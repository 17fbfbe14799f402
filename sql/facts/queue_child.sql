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
    children.unified_name || '/' || children.resource_name as queue_name,
    children.unified_name,
    children.resource_name,
    children.core_count,
    least(
        children.core_count * children.max_ram_per_core,
        children.max_rss * children.core_count / children.n_cores
    )::double as max_rss,
    case
        when children.mb_per_core is null
        then
            greatest(
                children.min_rss * children.core_count / children.n_cores,
                children.min_rss
            )
        else
            greatest(
                children.core_count * children.mb_per_core + children.rest_mb,
                children.min_rss * children.core_count / children.n_cores
            )
    end::double as min_rss,
    children.queue_order
from children
