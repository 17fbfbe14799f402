-- title: jobs that start at a queue per hour
-- grain: queue_name
-- source: C323
-- differs: the running system leaves out the last minutes
select
    queue_start_rate.queue_name,
    sum(queue_start_rate.n_started)
    / any_value(cfg.trr_window_h - cfg.trr_cutoff_min / 60::double) as n_per_hour
from queue_start_rate
cross join snapshot
cross join cfg
where
    queue_start_rate.window_start >= snapshot.snapshot_time - to_hours(cfg.trr_window_h)
    and queue_start_rate.window_end <= snapshot.snapshot_time - to_minutes(cfg.trr_cutoff_min)
group by queue_start_rate.queue_name
