-- title: the attributes of each JSON gpu_spec
-- grain: architecture, attribute
-- note: operator 'error' refuses every queue
with

    nodes as (
        select
            software_architecture.architecture,
            software_architecture.gpu_entry as entry,
            unnest(gpu_attributes()) as attribute
        from software_architecture
        where software_architecture.gpu_entry is not null
    ),

    typed as (
        select
            nodes.architecture,
            nodes.attribute,
            json_extract(nodes.entry, '$.' || nodes.attribute) as node,
            json_type(nodes.entry, '$.' || nodes.attribute) as kind,
            json_extract_string(nodes.entry, '$.' || nodes.attribute) as content
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
                when json_extract(typed.node, '$.excl')::varchar = 'true'
                then 'exclude'
                else 'match'
            end
        when typed.kind <> 'VARCHAR'
        then 'error'
        when typed.attribute in ('vendor', 'model')
        then 'match'
        else requirement_operator(typed.content)
    end as operator,
    case
        when typed.kind = 'OBJECT'
        then coalesce(json_extract_string(typed.node, '$.pattern'), typed.content)
        when typed.attribute in ('vendor', 'model', 'microarchitecture')
        then typed.content
        else coalesce(nullif(requirement_value(typed.content), ''), typed.content)
    end as wanted,
    case
        when typed.attribute = 'microarchitecture' then json_strings(typed.node)
    end as choices
from typed
where
    coalesce(typed.kind, 'NULL') <> 'NULL'
    and not (
        typed.attribute in ('vendor', 'model')
        and typed.kind = 'VARCHAR'
        and typed.content = '*'
    )
