-- needs: mv_worker_node_gpu_summary
select
    panda_queue as queue_name,
    vendor,
    model,
    vram::bigint as vram,
    architecture,
    framework_version,
    driver_version,
    gpus_per_host::bigint as gpus_per_host
from mv_worker_node_gpu_summary
