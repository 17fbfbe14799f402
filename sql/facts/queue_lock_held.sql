-- title: locks that other brokers hold on queues
-- grain: vo, prod_source_label, pseudo_queue, workqueue_id, resource_type
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
    and not (
        coalesce(snapshot.lock_owner, '') <> ''
        and starts_with(queue_lock.locked_by, snapshot.lock_owner)
    )
group by all
