-- title: queues
-- grain: queue_name
select
    queue.queue_name,
    queue.site_name,
    queue.status,
    queue.type,
    queue.max_rss,
    queue.core_count,
    queue.core_power,
    queue.is_cvmfs
from queue
