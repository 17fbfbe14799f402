-- title: whether a queue is open, and when it last started a production job
-- grain: queue_name
-- source: C237
with
    starts as (
        select queue_name, max(last_start) as last_start_time
        from pilot_activity
        where flag = 'production'
        group by queue_name
    )

select
    queue.queue_name,
    queue.status,
    queue.workflow,
    has_catchall(queue.params, queue.catchall, 'disableReassign') as is_reassign_disabled,
    starts.last_start_time
from queue
left join starts using (queue_name)
