-- title: jobs of a task at a queue
-- grain: jedi_task_id, queue_name
select
    task_job_stats.jedi_task_id,
    task_job_stats.queue_name,
    sum(task_job_stats.n_jobs)::bigint as n_jobs
from task_job_stats
group by task_job_stats.jedi_task_id, task_job_stats.queue_name
