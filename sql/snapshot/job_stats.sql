-- title: PanDA JOBS_SHARE_STATS, JOBSDEFINED_SHARE_STATS, MV_JOBSACTIVE4_STATS
-- note: the three tables as one cube
-- expected with: queue, task
-- reference: queue_name -> queue.queue_name
-- range: n_jobs, n_cores between 0 and 1e12
-- range: disk_io_avg, hs06 between 0 and 1e18
-- range: job_status in ('pending', 'defined', 'waiting', 'assigned', 'throttled',
-- 'activated', 'sent', 'starting', 'running', 'holding', 'transferring', 'merging',
-- 'finished', 'failed', 'cancelled', 'closed', …)
create table job_stats (
    vo                VARCHAR,
    prod_source_label VARCHAR,
    queue_name        VARCHAR,  -- PanDA queue of CRIC, never a pseudo queue
    gshare            VARCHAR,
    workqueue_id      BIGINT,
    resource_type     VARCHAR,
    job_status        VARCHAR,
    nucleus           VARCHAR,
    n_jobs            BIGINT,
    n_cores           BIGINT,
    disk_io_avg       DOUBLE,  -- kB/s per core, running jobs only
    hs06              DOUBLE  -- optional; HS06 held by these jobs, for the usage of global shares
);
