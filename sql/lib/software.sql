-- title: reading architecture strings, software tags and transformation homes
-- source: spec/analysis-and-software.md 2.1 and 2.5
-- the strings of a JSON list; a scalar is a list of one, null and absent are NULL
create or replace macro json_strings(node) as
    case coalesce(json_type(node), 'NULL')
        when 'NULL' then null
        when 'ARRAY' then json_extract_string(node, '$[*]')
        else [json_extract_string(node, '$')]
    end;

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

create or replace macro has_excl(node) as
    coalesce(
        list_bool_or(
            list_transform(
                json_extract(node, '$.*'),
                lambda attribute: json_type(attribute) = 'ARRAY'
                and list_contains(json_extract_string(attribute, '$[*]'), 'excl')
            )
        ),
        false
    );

create or replace macro nesting_at(content, place) as
    length(replace(content[1:place], ')', '')) - length(replace(content[1:place], '(', ''));

-- within parentheses | and - stand for themselves: hidden as \x01 and \x02 while
-- splitting
create or replace macro hide_nested(content) as
    array_to_string(
        list_transform(
            range(1, length(content) + 1),
            lambda place: case
                when nesting_at(content, place) > 0
                then translate(content[place], '|-', chr(1) || chr(2))
                else content[place]
            end
        ),
        ''
    );

create or replace macro show_nested(content) as translate(content, chr(1) || chr(2), '|-');

-- one pair of parentheses around the whole
create or replace macro is_enclosed(content) as
    content like '(%)'
    and list_bool_and(
        list_transform(
            range(1, length(content)), lambda place: nesting_at(content, place) > 0
        )
    );

create or replace macro is_nightly(trans_home) as
    regexp_matches(trans_home, '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{4}$');

create or replace macro is_three_digit(trans_home) as
    regexp_matches(trans_home, '-[0-9]+\.[0-9]+\.[0-9]+$');

create or replace macro gpu_attribute(key) as
    case key
        when 'cuda' then 'version'
        when 'driver' then 'driver_version'
        when 'uarch' then 'microarchitecture'
        when 'vram' then 'vram'
        when 'model' then 'model'
    end;

-- the order in which the attributes are tested
create or replace macro gpu_step(attribute) as
    list_position(
        ['vendor', 'model', 'vram', 'microarchitecture', 'version', 'driver_version'],
        attribute
    );

-- an exclusive list takes only who names one of its members; NULL = no such list
create or replace macro cpu_list_accepts(offered, asked, empty_is_any) as
    case
        when asked = '*' then not coalesce(list_contains(offered, 'excl'), false)
        else coalesce(
            list_contains(offered, 'any')
            or list_contains(offered, asked)
            or (empty_is_any and list_contains(offered, '')),
            false
        )
    end;

create or replace macro shown(offered) as
    coalesce('[' || array_to_string(offered, ', ') || ']', 'nothing');

create or replace macro gpu_value(gpu, attribute) as
    case attribute
        when 'vendor' then gpu.vendor
        when 'model' then gpu.model
        when 'vram' then gpu.vram
        when 'microarchitecture' then gpu.microarchitecture
        when 'version' then gpu.version
        when 'driver_version' then gpu.driver_version
    end;

create or replace macro has_prefix(content, prefixes) as
    coalesce(
        list_bool_or(
            list_transform(prefixes, lambda prefix: starts_with(content, prefix))
        ),
        false
    );

create or replace macro has_cvmfs(repositories, tag) as
    list_contains(repositories, 'any') or coalesce(list_contains(repositories, tag), false);

create or replace macro named(content) as coalesce(nullif(content, ''), 'nothing');
