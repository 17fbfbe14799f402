-- title: PanDA MV_WORKER_NODE_GPU_SUMMARY
-- reference: queue_name -> queue.queue_name
-- range: vram between 0 and 1e12
-- range: gpus_per_host between 0 and 1e6
create table queue_gpu (
    queue_name        VARCHAR,
    vendor            VARCHAR,
    model             VARCHAR,
    vram              BIGINT,  -- MB
    architecture      VARCHAR,
    framework_version VARCHAR,
    driver_version    VARCHAR,
    gpus_per_host     BIGINT
);
