-- title: the task's own jobs per queue
-- note: n_jobs of failed: only with a pilot error code
-- note: n_jobs of closed: only sub-status toreassign with relocation_flag <> 3
-- reference: jedi_task_id -> task.jedi_task_id
-- reference: queue_name -> queue.queue_name
-- range: n_jobs, n_jobs_all between 0 and 1e12
-- range: job_status in ('pending', 'defined', 'waiting', 'assigned', 'throttled',
-- 'activated', 'sent', 'starting', 'running', 'holding', 'transferring', 'merging',
-- 'finished', 'failed', 'cancelled', 'closed', …)
create table task_job_stats (
    jedi_task_id  BIGINT,
    queue_name    VARCHAR,
    resource_type VARCHAR,
    job_status    VARCHAR,
    last_change   TIMESTAMP,  -- for the window TW_DONE_JOB_STAT
    n_jobs        BIGINT,
    n_jobs_all    BIGINT  -- optional; all jobs of the status, whatever their error or sub-status; NULL = n_jobs
);
