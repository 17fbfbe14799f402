-- title: the attributes of each JSON gpu_spec
-- grain: architecture, attribute
-- note: operator 'error' refuses every queue
with

    nodes as (
        select architecture, gpu_entry as entry, unnest(gpu_attributes()) as attribute
        from software_architecture
        where gpu_entry is not null
    ),

    typed as (
        select
            architecture,
            attribute,
            json_extract(entry, '$.' || attribute) as node,
            json_type(entry, '$.' || attribute) as kind,
            json_extract_string(entry, '$.' || attribute) as content
        from nodes
    )

select
    architecture,
    attribute,
    case
        when attribute = 'microarchitecture'
        then 'in'
        when attribute = 'model' and kind = 'OBJECT'
        then
            case
                when coalesce(json_type(node, '$.pattern'), '') <> 'VARCHAR'
                then 'error'
                when json_extract(node, '$.excl')::varchar = 'true'
                then 'exclude'
                else 'match'
            end
        when kind <> 'VARCHAR'
        then 'error'
        when attribute in ('vendor', 'model')
        then 'match'
        else requirement_operator(content)
    end as operator,
    case
        when kind = 'OBJECT'
        then coalesce(json_extract_string(node, '$.pattern'), content)
        when attribute in ('vendor', 'model', 'microarchitecture')
        then content
        else coalesce(nullif(requirement_value(content), ''), content)
    end as wanted,
    case when attribute = 'microarchitecture' then json_strings(node) end as choices
from typed
where
    coalesce(kind, 'NULL') <> 'NULL'
    and not (attribute in ('vendor', 'model') and kind = 'VARCHAR' and content = '*')
