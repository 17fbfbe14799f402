-- title: JSON as PanDA reads it
create or replace macro json_strings(node) as
    -- a scalar is a list of one; null and absent are NULL
    case coalesce(json_type(node), 'NULL')
        when 'NULL' then null
        when 'ARRAY' then json_extract_string(node, '$[*]')
        else [json_extract_string(node, '$')]
    end;

-- the objects of a list; one alone is a list of one
create or replace macro json_entries(node) as
    case json_type(node)
        when 'ARRAY' then json_extract(node, '$[*]')
        when 'OBJECT' then [node]
        else []
    end;

-- an entry that is there without being text, null included, equals no published name
create or replace macro json_entry(node, path, absent) as
    if(
        json_exists(node, path),
        coalesce(json_extract_string(node, path), 'null'),
        absent
    );

-- DuckDB's reader lets trailing commas pass, the JSON standard and Python do not
create or replace macro is_json_object(content) as
    coalesce(try(json_type(content)) = 'OBJECT', false)
    and not regexp_matches(
        regexp_replace(content, '"(?:[^"\\]|\\.)*"', '""', 'g'), ',\s*[\]}]'
    );

-- what Python takes for false: absent, null, empty, 0
create or replace macro is_json_blank(node) as
    coalesce(json_type(node), 'NULL') = 'NULL'
    or node::varchar in ('[]', '{}', '""', '0', '0.0', 'false');

create or replace macro is_json_list_of_objects(node) as
    coalesce(
        list_bool_and(
            list_transform(
                json_extract(node, '$[*]'), lambda entry: json_type(entry) = 'OBJECT'
            )
        ),
        false
    );

-- a cell of a row as a text, whether its column is written in lower case or in upper
create or replace macro json_cell(line, name) as
    coalesce(
        json_extract_string(line, name), json_extract_string(line, upper(name))
    );
