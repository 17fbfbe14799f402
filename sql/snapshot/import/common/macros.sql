-- Readers of one field of a JSON object. Dirty values become NULL, never an error:
-- an empty text is unset, numbers and flags may arrive as texts.
create or replace temp macro json_text(object, field) as (
    nullif(trim(json_extract_string(object, field)), '')
)
;

-- A field that has to be a text, where it is one.
create or replace temp macro json_string(object, field) as (
    case when json_type(object, field) = 'VARCHAR' then json_text(object, field) end
)
;

create or replace temp macro json_number(object, field) as (
    case
        when isfinite(try_cast(json_text(object, field) as double))
        then try_cast(json_text(object, field) as double)
    end
)
;

create or replace temp macro json_integer(object, field) as (
    try_cast(trunc(json_number(object, field)) as bigint)
)
;

create or replace temp macro json_flag(object, field) as (
    try_cast(json_text(object, field) as boolean)
)
;

-- The names and the values of an object, or of a list its values, which have no names.
-- A join with json_each would repeat the whole document beside each of them.
create or replace temp macro json_names(document) as (
    if(json_type(document) = 'OBJECT', json_keys(document), [])
)
;

create or replace temp macro json_values(document) as (
    if(json_type(document) = 'OBJECT', json_extract(document, '$.*'), json_extract(document, '$[*]'))
)
;

-- A list, or a text that holds a comma list.
create or replace temp macro json_words(object, field) as (
    case
        when json_type(object, field) = 'ARRAY'
        then
            list_filter(
                json_extract_string(object, field || '[*]'), lambda word: trim(word) <> ''
            )
        when json_string(object, field) is not null
        then
            list_filter(
                list_transform(
                    string_split(json_string(object, field), ','), lambda word: trim(word)
                ),
                lambda word: word <> ''
            )
    end
)
;

-- The object itself, or a text that holds one.
create or replace temp macro json_object_of(object, field) as (
    case
        when json_type(object, field) = 'OBJECT'
        then json_extract(object, field)
        when
            json_valid(json_text(object, field))
            and json_type(json_text(object, field)) = 'OBJECT'
        then json_text(object, field)::json
    end
)
;

-- A time as CRIC and NWS write it: UTC, or with its offset.
create or replace temp macro json_time(object, field) as (
    snapshot_text_to_timestamp(json_text(object, field))
)
;
