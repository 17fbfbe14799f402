-- title: waits of all jobs that came, as quantiles over jobs
-- grain: policy
-- source: C002
-- note: the wait of the job that stands at this part of all, counted from the shortest
with
    jobs as (
        select policy, waited_s, sum(n_jobs) as n_jobs
        from job_wait
        where is_started or snapshot_time = (select max(last.snapshot_time) from job_wait as last)
        group by policy, waited_s
    ),
    ranked as (
        select
            jobs.*,
            sum(n_jobs) over (partition by policy order by waited_s)
            / sum(n_jobs) over (partition by policy)::double as upto
        from jobs
    )

select
    policy,
    fsum(waited_s * n_jobs order by waited_s, n_jobs) / sum(n_jobs) / 3600 as wait_mean_h,
    min(waited_s) filter (upto >= 0.5) / 3600.0::double as wait_p50_h,
    min(waited_s) filter (upto >= 0.95) / 3600.0::double as wait_p95_h,
    min(waited_s) filter (upto >= 0.99) / 3600.0::double as wait_p99_h
from ranked
group by policy
