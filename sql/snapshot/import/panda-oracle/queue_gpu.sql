-- Untested: written after import/panda-postgres, for Oracle.
-- needs: mv_worker_node_gpu_summary
select
    panda_queue as queue_name,
    vendor,
    model,
    cast(vram as number(18)) as vram,
    architecture,
    framework_version,
    driver_version,
    cast(gpus_per_host as number(18)) as gpus_per_host
from mv_worker_node_gpu_summary
