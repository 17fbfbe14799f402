-- title: each distinct queue configuration that the software check can distinguish
-- grain: config_no
with

    configs as (
        select distinct config_no, is_any, is_auto, releases, data_no, gpus_no
        from software_queue
    )

select
    configs.*,
    software_machine.cpu,
    dense_rank() over (order by software_machine.cpu) as cpu_no,
    configs.is_auto and configs.data_no is not null as is_described,
    software_data.cmtconfigs,
    software_data.containers,
    software_data.cvmfs,
    software_machine.has_architectures,
    software_machine.has_gpu,
    software_machine.is_cpu_exclusive,
    software_machine.is_gpu_exclusive,
    list_has_any(software_data.containers, ['any', '/cvmfs']) as has_cvmfs_container,
    list_contains(software_data.containers, 'any') as has_any_container
from configs
left join software_data using (data_no)
left join software_machine using (data_no)
