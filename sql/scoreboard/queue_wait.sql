-- title: how long a job that comes to a queue now waits, if as many start as did
-- grain: queue_name
-- source: Brokerage page, introduction, "waiting time ... as short as possible"
-- nulls: no row for a queue without a known start
with

    windows as (
        select
            queue_start_rate.queue_name,
            sum(queue_start_rate.n_started) as n_started,
            sum(
                date_diff(
                    'second', queue_start_rate.window_start, queue_start_rate.window_end
                )
            ) as length_s
        from queue_start_rate
        group by queue_start_rate.queue_name
    ),

    lines as (
        select job_stats.queue_name, sum(job_stats.n_jobs) as n_waiting
        from job_stats
        inner join snapshot on job_stats.vo = snapshot.vo
        where waits_for_slot(job_stats.job_status)
        group by job_stats.queue_name
    )

select
    windows.queue_name,
    coalesce(lines.n_waiting, 0)::bigint as n_waiting,
    coalesce(lines.n_waiting, 0)::double
    * windows.length_s
    / windows.n_started as wait_s
from windows
left join lines on windows.queue_name = lines.queue_name
where windows.n_started > 0 and windows.length_s > 0
