-- title: waits of all jobs that came, as quantiles over jobs
-- grain: policy
-- source: C002
-- note: the wait of the job that stands at this part of all, counted from the shortest
with

    jobs as (
        select job_wait.policy, job_wait.waited_s, sum(job_wait.n_jobs) as n_jobs
        from job_wait
        where
            job_wait.is_started
            or job_wait.snapshot_time
            = (select max(last.snapshot_time) from job_wait as last)
        group by job_wait.policy, job_wait.waited_s
    ),

    ranked as (
        select
            jobs.*,
            sum(jobs.n_jobs) over (partition by jobs.policy order by jobs.waited_s)
            / sum(jobs.n_jobs) over (partition by jobs.policy)::double as upto
        from jobs
    )

select
    ranked.policy,
    fsum(ranked.waited_s * ranked.n_jobs order by ranked.waited_s, ranked.n_jobs)
    / sum(ranked.n_jobs)
    / 3600 as wait_mean_h,
    min(ranked.waited_s) filter (ranked.upto >= 0.5) / 3600.0::double as wait_p50_h,
    min(ranked.waited_s) filter (ranked.upto >= 0.95) / 3600.0::double as wait_p95_h,
    min(ranked.waited_s) filter (ranked.upto >= 0.99) / 3600.0::double as wait_p99_h
from ranked
group by ranked.policy
