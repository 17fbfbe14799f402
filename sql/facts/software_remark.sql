-- title: what is malformed in each architecture string
-- grain: architecture, problem
-- note: for patterns see software_problem
with

    remarks as (
        select
            architecture,
            case
                when is_json
                then 'cpu_specs is no list of objects: read as an old architecture'
                else 'looks like JSON and is none: read as an old architecture'
            end as problem
        from software_document
        where
            case
                when is_json
                then not (is_cpu_blank or is_cpu_json)
                else regexp_matches(architecture, '^[\s''"]*\{')
            end
        union all
        select architecture, 'gpu_spec is no object: ignored'
        from software_document
        where is_gpu_malformed
        union all
        select
            architecture,
            'a CPU alternative has no arch: queues that describe their CPU are refused'
        from software_cpu_spec
        where len(list_filter(cpu_specs, lambda s:s.arch is null)) > 0
        union all
        select architecture, format('GPU piece {} is unknown: ignored', piece)
        from software_gpu_text
        where attribute is null
        union all
        select architecture, format('GPU piece {}: its operator is read as =', piece)
        from software_gpu_text
        where operator = 'in' and stated not in ('=', '==')
        union all
        select architecture, requirement_problem(attribute, operator, wanted)
        from software_gpu_requirement
    )

select distinct architecture, problem
from remarks
where problem is not null
