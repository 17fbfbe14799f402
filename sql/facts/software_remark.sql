-- title: what is malformed in each architecture string
-- grain: architecture, problem
-- source: spec/analysis-and-software.md 2.1; patterns that RE2 refuses:
-- software_pattern
with

    found as (
        select
            software_architecture.architecture,
            'cpu_specs is no list of objects: the whole text is read as an old string'
            as problem
        from software_architecture
        where software_architecture.is_cpu_malformed
        union all
        select
            software_architecture.architecture, 'gpu_spec is no object: it is ignored'
        from software_architecture
        where software_architecture.is_gpu_malformed
        union all
        select
            software_architecture.architecture,
            'the text looks like JSON and is none: it is read as an old string'
        from software_architecture
        where
            not software_architecture.is_json
            and regexp_matches(software_architecture.architecture, '^\s*[''"]?\s*\{')
        union all
        select
            software_cpu_spec.architecture,
            'a CPU alternative has no arch: every queue is refused'
        from software_cpu_spec
        where
            list_contains(
                list_transform(software_cpu_spec.cpu_specs, lambda s:s.arch is null),
                true
            )
        union all
        select software_gpu_text.architecture, software_gpu_text.remark
        from software_gpu_text
        where software_gpu_text.remark is not null
        union all
        select
            software_gpu_requirement.architecture,
            format(
                'GPU {} "{}" {}',
                software_gpu_requirement.attribute,
                software_gpu_requirement.wanted,
                if(
                    software_gpu_requirement.operator = 'error',
                    'is no text: every queue is refused',
                    'is no operator and version: never fulfilled'
                )
            )
        from software_gpu_requirement
        where
            software_gpu_requirement.operator = 'error'
            or (
                software_gpu_requirement.operator not in ('match', 'exclude', 'in')
                and (
                    version_parts(software_gpu_requirement.wanted) is null
                    or software_gpu_requirement.operator
                    not in ('==', '>=', '<=', '>', '<', '!=')
                )
            )
    )

select distinct found.architecture, found.problem
from found
