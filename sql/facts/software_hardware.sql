-- title: does the hardware that a queue describes satisfy a requirement signature?
-- grain: software_no, config_no
-- source: C165, C200, C201
-- note: failure NULL = it does, or no hardware is asked
select
    software_signature.software_no,
    software_config.config_no,
    case
        when not software_config.is_described
        then
            if(
                software_signature.container_name is not null
                or software_signature.asks_hardware,
                'not_auto',
                'undecided'
            )
        when not software_signature.is_auto_asked
        then 'not_asked'
        when software_config.is_cpu_exclusive and software_signature.cpu_specs is null
        then 'cpu_exclusive'
        when software_config.is_gpu_exclusive and software_signature.gpu_specs is null
        then 'gpu_exclusive'
        when software_signature.asks_hardware and not software_config.has_architectures
        then 'no_hardware'
        when software_signature.cpu_specs is not null and software_config.cpu is null
        then 'no_cpu'
        when software_cpu_match.failure is not null
        then software_cpu_match.failure
        when software_signature.gpu_specs is not null and not software_config.has_gpu
        then 'no_gpu'
        else software_gpu_match.failure
    end as failure,
    software_cpu_match.detail as cpu_detail,
    software_gpu_match.detail as gpu_detail
from software_signature
cross join software_config
left join
    software_cpu_match
    on software_signature.cpu_request_no = software_cpu_match.cpu_request_no
    and software_config.cpu_no = software_cpu_match.cpu_no
left join
    software_gpu_match
    on software_signature.gpu_request_no = software_gpu_match.gpu_request_no
    and software_config.gpus_no = software_gpu_match.gpus_no
