-- title: jobs per queue, share and user
-- note: defined, assigned (and waiting, pending) stand in jobsDefined4, all other
-- note: statuses in jobsActive4
-- reference: queue_name -> queue.queue_name
-- range: n_jobs, n_cores between 0 and 1e12
-- range: job_status in ('pending', 'defined', 'waiting', 'assigned', 'throttled',
-- 'activated', 'sent', 'starting', 'running', 'holding', 'transferring', 'merging',
-- 'finished', 'failed', 'cancelled', 'closed', …)
create table user_job_stats (
    queue_name        VARCHAR,
    gshare            VARCHAR,
    prod_user_name    VARCHAR,  -- plain name of the user, as task.orig_user_name
    working_group     VARCHAR,
    prod_source_label VARCHAR,  -- whose work it is; stabilizer and weights read only rows of the task's own label
    is_pmerge         BOOLEAN,  -- the jobs are merge jobs of analysis
    job_status        VARCHAR,
    n_jobs            BIGINT,
    n_cores           BIGINT
);
