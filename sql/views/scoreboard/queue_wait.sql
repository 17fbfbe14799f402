-- title: how long a job that comes to a queue now waits, if as many start as did
-- grain: queue_name
-- source: C002
-- nulls: no row for a queue without a known start
with
    lines as (
        select job_stats.queue_name, sum(job_stats.n_jobs) as n_waiting
        from job_stats
        inner join snapshot using (vo)
        where waits_for_slot(job_stats.job_status)
        group by job_stats.queue_name
    )

select
    recorded_start.queue_name,
    coalesce(lines.n_waiting, 0)::bigint as n_waiting,
    coalesce(lines.n_waiting, 0)::double
    * recorded_start.length_s
    / recorded_start.n_started as wait_s
from recorded_start
left join lines using (queue_name)
where recorded_start.n_started > 0 and recorded_start.length_s > 0
