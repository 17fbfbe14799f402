-- title: the attributes of each JSON gpu_spec
-- grain: architecture, attribute
-- source: spec/analysis-and-software.md 2.1, 2.3; operator 'error' refuses every queue
with

    nodes as (
        select
            software_architecture.architecture,
            unnest(
                [
                    'vendor',
                    'model',
                    'vram',
                    'microarchitecture',
                    'version',
                    'driver_version'
                ]
            ) as attribute,
            software_architecture.gpu_entry as entry
        from software_architecture
        where software_architecture.gpu_entry is not null
    ),

    typed as (
        select
            nodes.architecture,
            nodes.attribute,
            json_extract(nodes.entry, '$.' || nodes.attribute) as node,
            json_type(nodes.entry, '$.' || nodes.attribute) as kind
        from nodes
    )

select
    typed.architecture,
    typed.attribute,
    case
        when typed.attribute = 'microarchitecture'
        then 'in'
        when typed.attribute = 'model' and typed.kind = 'OBJECT'
        then
            case
                when coalesce(json_type(typed.node, '$.pattern'), '') <> 'VARCHAR'
                then 'error'
                when json_extract(typed.node, '$.excl') = 'true'::json
                then 'exclude'
                else 'match'
            end
        when typed.kind <> 'VARCHAR'
        then 'error'
        when typed.attribute in ('vendor', 'model')
        then 'match'
        else requirement_operator(json_extract_string(typed.node, '$'))
    end as operator,
    case
        when typed.kind = 'OBJECT'
        then coalesce(json_extract_string(typed.node, '$.pattern'), '')
        when typed.attribute in ('vendor', 'model') or typed.kind <> 'VARCHAR'
        then json_extract_string(typed.node, '$')
        else
            coalesce(
                nullif(requirement_value(typed.node ->> '$'), ''), typed.node ->> '$'
            )
    end as wanted,
    case
        when typed.attribute = 'microarchitecture' then json_strings(typed.node)
    end as choices
from typed
where coalesce(typed.kind, 'NULL') <> 'NULL'
