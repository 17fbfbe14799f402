-- title: PanDA MV_WORKER_NODE_SUMMARY
-- key: queue_name, cpu_architecture_level
-- reference: queue_name -> queue.queue_name
-- range: total_logical_cpus between 0 and 1e12
-- range: pct_within_queue between 0 and 100
create table queue_cpu_level (
    queue_name             VARCHAR,
    cpu_architecture_level VARCHAR,  -- CPU level of worker nodes, as x86_64-v3
    total_logical_cpus     BIGINT,  -- logical CPUs of the queue's worker nodes of the level
    pct_within_queue       DOUBLE  -- %: part of the queue's CPUs that has the level
);
