-- title: to-running rate of each queue: jobs, and their slots, that start per hour
-- grain: queue_name
-- nulls: no row without a start known in the window; slots NULL where they are unknown
-- differs: the page looks at the last six hours, the running system leaves out the last
-- five minutes
-- note: a recorded window counts by its part in ours
with
    windows as (
        select
            queue_start_rate.queue_name,
            queue_start_rate.n_started,
            queue_start_rate.n_slots,
            date_diff(
                'second', queue_start_rate.window_start, queue_start_rate.window_end
            ) as length_s,
            date_diff(
                'second',
                greatest(
                    queue_start_rate.window_start,
                    snapshot.snapshot_time - to_minutes(60 * cfg.trr_window_h)
                ),
                least(
                    queue_start_rate.window_end,
                    snapshot.snapshot_time - to_minutes(cfg.trr_cutoff_min)
                )
            ) as counted_s
        from queue_start_rate
        cross join snapshot
        cross join cfg
    )

select
    queue_name,
    fsum(n_started * counted_s / length_s order by n_started, counted_s, length_s) as n_counted,
    3600 * n_counted / sum(counted_s) as trr_per_h,
    3600
    * fsum(n_slots * counted_s / length_s order by n_slots, counted_s, length_s)
    / sum(counted_s) as slots_per_h
from windows
where counted_s > 0
group by queue_name
