-- title: each distinct requirement signature, parsed and readable
-- grain: software_no
-- differs: a base platform bars the platform of a queue on CVMFS as run only
-- note: cpu_specs NULL = no CPU asked; gpu_specs NULL = no GPU, [] = any GPU
with

    signatures as (
        select distinct
            software_no,
            cvmfs_tag,
            project,
            version,
            container_name,
            only_tags,
            asks_platform,
            needs_cvmfs,
            needs_container,
            is_platform_only,
            is_auto_asked,
            is_any_refused,
            sw_platform,
            base_platform,
            cpu_specs,
            gpu_specs,
            preferred_level,
            problems
        from software_number
    )

select
    signatures.*,
    signatures.cpu_specs is not null
    or signatures.gpu_specs is not null as asks_hardware,
    case when signatures.asks_platform then signatures.sw_platform end as platform,
    coalesce(signatures.container_name, '') <> '' as asks_container,
    signatures.needs_container
    and cfg.base_platform_scope = 'all' as is_platform_barred,
    signatures.cvmfs_tag is null
    and (coalesce(signatures.sw_platform, '') = '' or not signatures.asks_platform)
    and signatures.project is null
    and signatures.version is null
    and coalesce(signatures.container_name, '') = ''
    and (
        signatures.cpu_specs is not null or signatures.gpu_specs is not null
    ) as is_hardware_only,
    dense_rank() over (order by signatures.cpu_specs) as cpu_request_no,
    dense_rank() over (order by signatures.gpu_specs) as gpu_request_no
from signatures
cross join cfg
