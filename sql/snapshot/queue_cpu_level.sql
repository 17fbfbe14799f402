-- title: PanDA MV_WORKER_NODE_SUMMARY
-- key: queue_name, cpu_architecture_level
-- reference: queue_name -> queue.queue_name
-- range: total_logical_cpus between 0 and 1e12
-- range: pct_within_queue between 0 and 100
create table queue_cpu_level (
    queue_name             VARCHAR,
    cpu_architecture_level VARCHAR,
    total_logical_cpus     BIGINT,
    pct_within_queue       DOUBLE
);
