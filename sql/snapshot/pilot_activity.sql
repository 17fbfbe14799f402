-- title: PanDA SITEDATA, last 3 h
-- expected with: queue, task
-- reference: queue_name -> queue.queue_name
-- range: n_get_job, n_update_job between 0 and 1e12
-- range: flag in ('production', 'analysis', 'test', 'install', …)
create table pilot_activity (
    queue_name   VARCHAR,
    flag         VARCHAR,  -- production analysis
    n_get_job    BIGINT,  -- requests for a job by pilots
    n_update_job BIGINT,  -- updates of jobs by pilots
    last_start   TIMESTAMP  -- last start of a job; NULL = active
);
