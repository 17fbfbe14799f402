-- title: the requirement signature of each task that asks for software or hardware
-- grain: jedi_task_id
-- source: C157, C220
-- differs: a base platform of "" is none on the page, one as run
-- note: tasks with the same number ask exactly the same
select
    software_question.jedi_task_id,
    dense_rank() over (
        order by
            software_question.cvmfs_tag,
            software_question.project,
            software_question.version,
            software_question.container_name,
            software_question.only_tags,
            software_question.asks_platform,
            software_question.base_needs_container,
            software_question.needs_cvmfs,
            software_question.is_platform_only,
            software_question.is_auto_asked,
            software_question.is_any_refused,
            software_specification.specification_no
    ) as software_no,
    software_question.cvmfs_tag,
    software_question.project,
    software_question.version,
    software_question.container_name,
    software_question.only_tags,
    software_question.asks_platform,
    software_question.needs_cvmfs,
    software_question.is_platform_only,
    software_question.is_auto_asked,
    software_question.is_any_refused,
    software_specification.sw_platform,
    software_specification.base_platform,
    software_question.base_needs_container
    and if(
        cfg.base_platform_scope = 'tags',
        nullif(software_specification.base_platform, ''),
        software_specification.base_platform
    )
    is not null as needs_container,
    software_specification.cpu_specs,
    software_specification.gpu_specs,
    software_specification.preferred_level,
    coalesce(software_specification.problems, []) as problems
from software_question
cross join cfg
left join software_specification using (architecture)
