-- title: queues as brokers see them: unified ones and a child per resource type
-- grain: queue_name
-- source: C075
-- note: children inherit all else from their unified queue
select
    queue_name,
    queue_name as unified_name,
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
    queue_name,
    unified_name,
    resource_name,
    false as is_unified_parent,
    true as is_unified_child,
    core_count,
    max_rss,
    min_rss,
    queue_order,
    key_of(queue_name) as draw_key
from queue_child
