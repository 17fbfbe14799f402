-- title: queues as brokers see them: unified ones and a child per resource type
-- grain: queue_name
-- source: spec/production.md 3.2; a parent without memory limit gives children without
-- source: one
with

    children as (
        select
            unified_queue.queue_name || '/' || resource_type.resource_name as queue_name,
            unified_queue.queue_name as unified_name,
            resource_type.resource_name,
            unified_queue.n_cores as parent_cores,
            unified_queue.max_rss,
            unified_queue.min_rss,
            resource_type.min_ram_per_core,
            resource_type.max_ram_per_core,
            greatest(
                least(unified_queue.n_cores, resource_type.max_core), resource_type.min_core
            ) as core_count
        from unified_queue
        inner join
            resource_type
            on unified_queue.n_cores >= coalesce(resource_type.min_core, 1)
        where unified_queue.is_ucore
    ),

    scaled as (
        select
            children.*,
            children.min_rss * children.core_count / children.parent_cores as scaled_min_rss,
            children.max_rss * children.core_count / children.parent_cores as scaled_max_rss
        from children
    )

select
    unified_queue.queue_name,
    unified_queue.queue_name as unified_name,
    null::varchar as resource_name,
    unified_queue.is_ucore as is_unified_parent,
    false as is_unified_child,
    unified_queue.core_count,
    unified_queue.max_rss::double as max_rss,
    unified_queue.min_rss::double as min_rss,
    unified_queue.queue_order,
    unified_queue.draw_key
from unified_queue
union all
select
    scaled.queue_name,
    scaled.unified_name,
    scaled.resource_name,
    false as is_unified_parent,
    true as is_unified_child,
    scaled.core_count,
    least(scaled.core_count * scaled.max_ram_per_core, scaled.scaled_max_rss)::double as max_rss,
    case
        when scaled.min_ram_per_core is null
        then greatest(scaled.scaled_min_rss, scaled.min_rss)
        else
            greatest(
                scaled.core_count * scaled.min_ram_per_core - scaled.core_count + 1,
                scaled.scaled_min_rss
            )
    end::double as min_rss,
    unified_queue.queue_order,
    key_of(scaled.queue_name) as draw_key
from scaled
inner join unified_queue on scaled.unified_name = unified_queue.queue_name
