-- GPUs of the worker nodes of GPU queues.
insert into queue_gpu by name
with
    models(place, vendor, model, vram, architecture, framework_version, driver_version) as (
        values
            (0, 'NVIDIA', 'NVIDIA A100-SXM4-40GB', 40960, 'Ampere', '12.4', '550.54.15'),
            (1, 'NVIDIA', 'NVIDIA H100 80GB HBM3', 81920, 'Hopper', '12.8', '570.86.15'),
            (2, 'NVIDIA', 'Tesla V100S-PCIE-32GB', 32768, 'Volta', '12.2', '535.104.05'),
            (3, 'NVIDIA', 'Tesla T4', 15360, 'Turing', '12.2', '535.104.05'),
            (4, 'AMD', 'AMD Instinct MI250X', 65536, 'CDNA2', null, null)
    )

select
    world_queue.queue_name,
    models.vendor,
    models.model,
    models.vram,
    models.architecture,
    models.framework_version,
    models.driver_version,
    pick(u('gpus', world_queue.queue_key + models.place), [1, 2, 4, 8]) as gpus_per_host
from world_queue
cross join models
where
    world_queue.is_gpu
    and (
        models.place = whole(5 * u('gpu_model', world_queue.queue_key))
        or u('gpu_more', world_queue.queue_key + models.place) < 0.15
    )
;
