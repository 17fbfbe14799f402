-- title: how the task's own jobs ended at a queue of late
-- grain: jedi_task_id, queue_name
-- differs: all failed and closed jobs count on the page
select
    task_job_stats.jedi_task_id,
    task_job_stats.queue_name,
    coalesce(sum(task_job_stats.n_jobs) filter (task_job_stats.job_status = 'finished'), 0)::bigint
    as n_finished,
    coalesce(
        sum(
            case
                when cfg.bad_jobs_mode = 'all'
                then coalesce(task_job_stats.n_jobs_all, task_job_stats.n_jobs)
                else task_job_stats.n_jobs
            end
        ) filter (task_job_stats.job_status = 'failed'),
        0
    )::bigint as n_failed,
    coalesce(
        sum(
            case
                when cfg.bad_jobs_mode = 'all'
                then coalesce(task_job_stats.n_jobs_all, task_job_stats.n_jobs)
                else task_job_stats.n_jobs
            end
        ) filter (task_job_stats.job_status = 'closed'),
        0
    )::bigint as n_closed
from task_job_stats
inner join analysis_task using (jedi_task_id)
cross join snapshot
cross join cfg
where task_job_stats.last_change >= snapshot.snapshot_time - to_hours(cfg.tw_done_job_stat)
group by task_job_stats.jedi_task_id, task_job_stats.queue_name
