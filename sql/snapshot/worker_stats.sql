-- title: PanDA HARVESTER_WORKER_STATS
-- expected with: queue, task
-- reference: queue_name -> queue.queue_name
-- range: n_workers between 0 and 1e12
-- range: status in ('missed', 'submitted', 'ready', 'running', 'idle', 'finished',
-- 'failed', 'cancelled', …)
create table worker_stats (
    queue_name    VARCHAR,
    harvester_id  VARCHAR,  -- Harvester that manages the workers
    resource_type VARCHAR,
    status        VARCHAR,
    n_workers     BIGINT,
    last_update   TIMESTAMP  -- when the row was written, UTC
);
