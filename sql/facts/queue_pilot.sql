-- title: signs of life of a queue's pilots in the last three hours
-- grain: queue_name
-- note: names ANALY_* read the row of analysis, others that of production
select
    unified_queue.queue_name,
    coalesce(
        sum(
            coalesce(pilot_activity.n_get_job, 0) + coalesce(pilot_activity.n_update_job, 0)
        ) filter (
            where
                pilot_activity.flag
                = if(starts_with(unified_queue.queue_name, 'ANALY_'), 'analysis', 'production')
        ),
        0
    )::bigint as n_pilots,
    max(pilot_activity.last_start) filter (where pilot_activity.flag = 'production')
    < any_value(snapshot.snapshot_time) - to_hours(any_value(cfg.inactive_hours)) as is_silent
from unified_queue
left join pilot_activity using (queue_name)
cross join snapshot
cross join cfg
group by unified_queue.queue_name
