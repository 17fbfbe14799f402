-- title: whether a queue is open, and when it last started a job
-- grain: queue_name
-- source: C237
-- nulls: where no production job has a start on record, that of analysis jobs counts
-- differs: in the running system production jobs alone count
with
    starts as (
        select
            queue_name,
            max(last_start) filter (where flag = 'production') as of_production,
            max(last_start) filter (where flag = 'analysis') as of_analysis
        from pilot_activity
        group by queue_name
    )

select
    queue.queue_name,
    queue.status,
    queue.workflow,
    has_catchall(queue.params, queue.catchall, 'disableReassign') as is_reassign_disabled,
    if(
        cfg.timeout_preconditions,
        starts.of_production,
        coalesce(starts.of_production, starts.of_analysis)
    ) as last_start_time
from queue
left join starts using (queue_name)
cross join cfg
