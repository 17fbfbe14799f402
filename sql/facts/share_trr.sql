-- title: to-running rate of each global share at each queue
-- grain: queue_name, gshare
-- nulls: 0 where nothing runs at the queue, or its rate is unknown
-- differs: the page takes the rate of the whole queue, the running system the part of
-- the running jobs that the share has
with
    running as (
        select
            job_stats.queue_name,
            job_stats.gshare,
            n_jobs_in(job_stats.job_status, job_stats.n_jobs, 'running') as n_running
        from job_stats
        inner join snapshot using (vo)
        where job_stats.gshare is not null
        group by job_stats.queue_name, job_stats.gshare
    ),
    parts as (
        select
            queue_name,
            gshare,
            running.n_running::bigint as n_running,
            running.n_running::double
            / nullif(sum(running.n_running) over (partition by queue_name), 0) as fraction
        from running
    )

select
    parts.queue_name,
    parts.gshare,
    parts.n_running,
    coalesce(queue_trr.trr_per_h * if(cfg.trr_mode = 'share', parts.fraction, 1), 0) as trr_per_h
from parts
left join queue_trr using (queue_name)
cross join cfg
