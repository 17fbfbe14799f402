-- title: locks that other brokers hold on queues
-- grain: vo, prod_source_label, pseudo_queue, workqueue_id, resource_type
-- nulls: a lock of which nobody says whose it is, is another broker's
select
    queue_lock.vo,
    queue_lock.prod_source_label,
    queue_lock.queue_name as pseudo_queue,
    queue_lock.workqueue_id,
    queue_lock.resource_type,
    min(queue_lock.locked_by) as locked_by
from queue_lock
cross join snapshot
cross join cfg
where
    queue_lock.component = 'default'
    and queue_lock.locked_time > snapshot.snapshot_time - to_minutes(cfg.lock_validity_min)
    and not coalesce(starts_with(queue_lock.locked_by, nullif(snapshot.lock_owner, '')), false)
group by all
