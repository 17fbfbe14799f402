-- title: what each queue runs of the work that is decided, and how long a job lasts
-- grain: queue_name
-- nulls: where nothing starts or runs, the median of the other queues, else one cycle
-- note: a queue can run what it runs at the beginning, in thousandths of a core; jobs
-- that run, over those that start: the time that they last (Little)
with
    held as (
        select
            job_stats.queue_name,
            sum(job_stats.n_jobs) as n_running,
            coalesce(
                sum(coalesce(job_stats.n_cores, job_stats.n_jobs)) filter (
                    where decided_label.prod_source_label is not null
                ),
                0
            ) as n_cores
        from job_stats
        inner join snapshot using (vo)
        left join decided_label using (prod_source_label)
        where job_stats.job_status = 'running' and job_stats.n_jobs > 0
        group by job_stats.queue_name
    ),
    known as (
        select
            queue.queue_name,
            coalesce(held.n_cores, 0) * 1000 as n_milli,
            held.n_running::double
            * recorded_start.length_s
            / nullif(recorded_start.n_started, 0) as runtime_s
        from queue
        left join held using (queue_name)
        left join recorded_start using (queue_name)
    )

select
    known.queue_name,
    known.n_milli::bigint as n_milli,
    coalesce(
        nullif(known.runtime_s, 0), median(nullif(known.runtime_s, 0)) over (), model.cycle_s
    ) as runtime_s
from known
cross join model
