-- title: how the task's own jobs ended at a queue of late
-- grain: jedi_task_id, queue_name
-- differs: all failed and closed jobs count on the page
with
    counted as (
        select
            task_job_stats.jedi_task_id,
            task_job_stats.queue_name,
            task_job_stats.job_status,
            task_job_stats.n_jobs,
            if(
                cfg.bad_jobs_mode = 'all',
                coalesce(task_job_stats.n_jobs_all, task_job_stats.n_jobs),
                task_job_stats.n_jobs
            ) as n_bad
        from task_job_stats
        inner join analysis_task using (jedi_task_id)
        cross join snapshot
        cross join cfg
        where
            task_job_stats.last_change
            > snapshot.snapshot_time - to_seconds(cfg.tw_done_job_stat * 3600)
    )

select
    jedi_task_id,
    queue_name,
    coalesce(sum(n_jobs) filter (job_status = 'finished'), 0)::bigint as n_finished,
    coalesce(sum(n_bad) filter (job_status = 'failed'), 0)::bigint as n_failed,
    coalesce(sum(n_bad) filter (job_status = 'closed'), 0)::bigint as n_closed
from counted
group by jedi_task_id, queue_name
