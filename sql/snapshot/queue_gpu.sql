-- title: PanDA MV_WORKER_NODE_GPU_SUMMARY
-- reference: queue_name -> queue.queue_name
-- range: vram between 0 and 1e12
-- range: gpus_per_host between 0 and 1e6
create table queue_gpu (
    queue_name        VARCHAR,
    vendor            VARCHAR,  -- vendor of the GPU
    model             VARCHAR,  -- model of the GPU
    vram              BIGINT,  -- MB, of memory of a GPU
    architecture      VARCHAR,
    framework_version VARCHAR,  -- version of the GPU's framework, as CUDA
    driver_version    VARCHAR,  -- version of the GPU's driver
    gpus_per_host     BIGINT  -- GPUs of a worker node
);
