-- title: each distinct architecture string, parsed; equal content has the same number
-- grain: architecture
-- source: C143, C149, C170
-- note: gpu_specs NULL asks for no GPU, [] for any
with

    requirements as (
        select
            software_gpu_requirement.architecture,
            list(
                struct_pack(
                    step_no := software_gpu_requirement.step_no,
                    attribute := software_gpu_requirement.attribute,
                    operator := software_gpu_requirement.operator,
                    wanted := software_gpu_requirement.wanted,
                    choices := software_gpu_requirement.choices
                )
                order by software_gpu_requirement.step_no
            ) as gpu_specs
        from software_gpu_requirement
        group by software_gpu_requirement.architecture
    ),

    remarks as (
        select
            software_remark.architecture,
            list(software_remark.problem order by software_remark.problem) as problems
        from software_remark
        group by software_remark.architecture
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
            specifications.sw_platform,
            specifications.base_platform,
            specifications.cpu_specs,
            specifications.gpu_specs,
            specifications.preferred_level,
            specifications.problems
    ) as specification_no
from specifications
