-- title: what a task requires of the GPUs of worker nodes
-- note: attributes are tested in this order
create or replace macro gpu_attributes() as
    ['vendor', 'model', 'vram', 'microarchitecture', 'version', 'driver_version'];

-- the keys of the shorthand
create or replace macro gpu_attribute(key) as
    case key
        when 'cuda' then 'version'
        when 'driver' then 'driver_version'
        when 'uarch' then 'microarchitecture'
        when 'vram' then 'vram'
        when 'model' then 'model'
    end;

create or replace macro gpu_requirement(attribute, operator, wanted, choices) as
    struct_pack(
        attribute := attribute,
        operator := operator,
        wanted := wanted,
        choices := choices::varchar[]
    );

-- an entry of a JSON gpu_spec; NULL = it asks nothing
create or replace macro gpu_entry_asks(attribute, node, content) as
    case
        when coalesce(json_type(node), 'NULL') = 'NULL' then null
        when attribute = 'microarchitecture'
        then gpu_requirement(attribute, 'in', content, json_strings(node))
        when attribute = 'model' and json_type(node, '$.pattern') = 'VARCHAR'
        then gpu_requirement(
            attribute,
            if(json_extract(node, '$.excl')::varchar = 'true', 'exclude', 'match'),
            json_extract_string(node, '$.pattern'),
            null
        )
        when json_type(node) <> 'VARCHAR'
        then gpu_requirement(
            attribute,
            'error',
            coalesce(json_extract_string(node, '$.pattern'), content),
            null
        )
        when attribute not in ('vendor', 'model')
        then gpu_requirement(
            attribute,
            requirement_operator(content),
            coalesce(nullif(requirement_value(content), ''), content),
            null
        )
        when content <> '*' then gpu_requirement(attribute, 'match', content, null)
    end;

create or replace macro gpu_problem(attribute, operator, wanted) as
    case
        when operator = 'error'
        then format(
            'GPU {} {} is no text: queues with GPUs are refused', attribute, wanted
        )
        when
            operator not in ('match', 'exclude', 'in', 'not in')
            and (
                version_parts(wanted) is null
                or operator not in ('==', '>=', '<=', '>', '<', '!=')
            )
        then format(
            'GPU {} {}{} is no comparison with a version: never fulfilled',
            attribute,
            operator,
            wanted
        )
    end;

create or replace macro gpu_piece_problem(piece, ne_supported) as
    case
        when gpu_attribute(piece.key) is null
        then format('GPU piece {} is unknown: ignored', piece.text)
        when
            piece.key = 'uarch'
            and piece.operator not in ('=', '==')
            and not (piece.operator = '!=' and ne_supported)
        then format('GPU piece {}: its operator is read as =', piece.text)
    end;
