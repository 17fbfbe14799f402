-- title: what is malformed in each architecture string
-- grain: architecture, problem
-- note: for patterns see software_problem
with

    remarks as (
        select
            software_document.architecture,
            case
                when software_document.is_json
                then 'cpu_specs is no list of objects: read as an old architecture'
                else 'looks like JSON and is none: read as an old architecture'
            end as problem
        from software_document
        where
            case
                when software_document.is_json
                then
                    not (
                        software_document.is_cpu_blank or software_document.is_cpu_json
                    )
                else regexp_matches(software_document.architecture, '^[\s''"]*\{')
            end
        union all
        select software_document.architecture, 'gpu_spec is no object: ignored'
        from software_document
        where software_document.is_gpu_malformed
        union all
        select
            software_cpu_spec.architecture,
            'a CPU alternative has no arch: queues that describe their CPU are refused'
        from software_cpu_spec
        where len(list_filter(software_cpu_spec.cpu_specs, lambda s:s.arch is null)) > 0
        union all
        select
            software_gpu_text.architecture,
            format('GPU piece {} is unknown: ignored', software_gpu_text.piece)
        from software_gpu_text
        where software_gpu_text.attribute is null
        union all
        select
            software_gpu_text.architecture,
            format('GPU piece {}: its operator is read as =', software_gpu_text.piece)
        from software_gpu_text
        where
            software_gpu_text.operator = 'in'
            and software_gpu_text.stated not in ('=', '==')
        union all
        select
            software_gpu_requirement.architecture,
            requirement_problem(
                software_gpu_requirement.attribute,
                software_gpu_requirement.operator,
                software_gpu_requirement.wanted
            )
        from software_gpu_requirement
    )

select distinct remarks.architecture, remarks.problem
from remarks
where remarks.problem is not null
