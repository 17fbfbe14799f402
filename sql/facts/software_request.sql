-- title: what each task asks, read, and the number of all tasks that ask the same
-- grain: jedi_task_id
-- source: C199, C208
-- differs: without trans_home hardware and containers are checked on the page only
-- note: no number where the check does not hold for the task, or neither trans_home is
-- set nor hardware or a container asked for
with
    requests as (
        select
            software_question.*,
            software_specification.* exclude (architecture),
            cfg.hardware_check and software_specification.cpu_specs is not null as asks_cpu,
            cfg.hardware_check and software_specification.gpu_specs is not null as asks_gpu
        from software_question
        cross join cfg
        left join software_specification using (architecture)
    )

select
    requests.*,
    case
        when
            not is_exempt
            and (asks_platform or asks_cpu or asks_gpu or coalesce(container_name, '') <> '')
        then
            dense_rank() over (
                order by
                    cvmfs_tag,
                    project,
                    version,
                    container_name,
                    only_tags,
                    asks_platform,
                    base_needs_container,
                    needs_cvmfs,
                    is_platform_only,
                    is_unreadable,
                    is_any_refused,
                    specification_no
            )
    end as software_no
from requests
