-- title: what a queue is, and how many pseudo queues it has
-- grain: one row
select
    queue.queue_name,
    queue.site_name,
    queue.cloud,
    queue.status,
    queue.type,
    count(pseudo_queue.queue_name) filter (
        where pseudo_queue.is_unified_child
    ) as n_pseudo
from queue
left join pseudo_queue on queue.queue_name = pseudo_queue.unified_name
where queue.queue_name = ?
group by all
