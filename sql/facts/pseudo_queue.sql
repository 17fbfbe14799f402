-- title: queues as brokers see them: unified ones and a child per resource type
-- grain: pseudo_queue
-- source: C075
-- note: children inherit all else from their unified queue; a parent without memory
-- limit gives children without one
with
    fitting as (
        select
            unified_queue.*,
            resource_type.resource_name,
            resource_type_edge.mb_per_core,
            resource_type_edge.rest_mb,
            resource_type.max_ram_per_core,
            unified_queue.queue_name || '/' || resource_type.resource_name as child,
            greatest(
                least(unified_queue.n_cores, resource_type.max_core), resource_type.min_core
            ) as child_cores
        from unified_queue
        inner join resource_type on unified_queue.n_cores >= coalesce(resource_type.min_core, 1)
        inner join resource_type_edge using (resource_name)
        where unified_queue.is_ucore
    )

select
    queue_name as pseudo_queue,
    queue_name,
    null::varchar as resource_name,
    is_ucore as is_unified_parent,
    false as is_unified_child,
    core_count,
    max_rss::double as max_rss,
    min_rss::double as min_rss,
    queue_order,
    draw_key
from unified_queue
union all
select
    child as pseudo_queue,
    queue_name,
    resource_name,
    false as is_unified_parent,
    true as is_unified_child,
    child_cores as core_count,
    least(child_cores * max_ram_per_core, max_rss * child_cores / n_cores)::double as max_rss,
    case
        when mb_per_core is null
        then greatest(min_rss * child_cores / n_cores, min_rss)
        else greatest(child_cores * mb_per_core + rest_mb, min_rss * child_cores / n_cores)
    end::double as min_rss,
    queue_order,
    key_of(child) as draw_key
from fitting
