-- title: each distinct architecture string, parsed; equal content has the same number
-- grain: architecture
-- source: C143, C149, C170
-- note: gpu_specs NULL asks for no GPU, [] for any
with

    requirements as (
        select
            architecture,
            list(
                struct_pack(
                    step_no := step_no,
                    attribute := attribute,
                    operator := operator,
                    wanted := wanted,
                    choices := choices
                )
                order by step_no
            ) as gpu_specs
        from software_gpu_requirement
        group by architecture
    ),

    remarks as (
        select architecture, list(problem order by problem) as problems
        from software_remark
        group by architecture
    ),

    specifications as (
        select
            software_architecture.architecture,
            software_architecture.sw_platform,
            software_architecture.base_platform,
            software_cpu_spec.cpu_specs,
            case
                when
                    software_architecture.gpu_text is not null
                    or software_architecture.gpu_entry is not null
                then coalesce(requirements.gpu_specs, [])
            end as gpu_specs,
            software_architecture.preferred_level,
            coalesce(remarks.problems, []) as problems
        from software_architecture
        inner join software_cpu_spec using (architecture)
        left join requirements using (architecture)
        left join remarks using (architecture)
    )

select
    specifications.*,
    dense_rank() over (
        order by
            sw_platform, base_platform, cpu_specs, gpu_specs, preferred_level, problems
    ) as specification_no
from specifications
