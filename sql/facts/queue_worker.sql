-- title: batch workers of a queue that run or wait in the batch system
-- grain: queue_name
-- source: C125
-- note: nWorkers; rows of the last hour, cut off at 20
select worker_stats.queue_name, sum(worker_stats.n_workers)::bigint as n_workers
from worker_stats
cross join snapshot
cross join cfg
where
    worker_stats.status in ('running', 'submitted')
    and worker_stats.last_update > snapshot.snapshot_time - to_minutes(cfg.metric_validity_min)
group by worker_stats.queue_name
