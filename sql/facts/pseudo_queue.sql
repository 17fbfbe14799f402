-- title: queues as brokers see them: unified ones and a child per resource type
-- grain: queue_name
-- source: C075
-- note: children inherit all else from their unified queue
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
    queue_child.queue_name,
    queue_child.unified_name,
    queue_child.resource_name,
    false as is_unified_parent,
    true as is_unified_child,
    queue_child.core_count,
    queue_child.max_rss,
    queue_child.min_rss,
    queue_child.queue_order,
    key_of(queue_child.queue_name) as draw_key
from queue_child
