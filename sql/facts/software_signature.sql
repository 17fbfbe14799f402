-- title: each distinct request for software and hardware, with all that it asks
-- grain: software_no
-- source: C157, C220
-- differs: a base platform of "" is none on the page, one as run; on CVMFS it asks for
-- a container as run only
with
    requests as (
        select distinct * exclude (jedi_task_id, architecture, is_exempt)
        from software_request
        where software_no is not null
    )

select
    requests.*,
    asks_cpu or asks_gpu as asks_hardware,
    coalesce(container_name, '') <> '' as asks_container,
    case when asks_platform then sw_platform end as platform,
    platform is not null and not matches_start(platform, platform) as is_pattern,
    asks_hardware
    and not asks_container
    and cvmfs_tag is null
    and project is null
    and version is null
    and coalesce(platform, '') = '' as is_hardware_only,
    base_needs_container
    and base_platform is not null
    and (base_platform <> '' or cfg.base_platform_scope = 'all') as needs_container,
    needs_container and cfg.base_platform_scope = 'all' as needs_container_on_cvmfs,
    dense_rank() over (order by requests.cpu_specs) as cpu_request_no,
    dense_rank() over (order by requests.gpu_specs) as gpu_request_no
from requests
cross join cfg
