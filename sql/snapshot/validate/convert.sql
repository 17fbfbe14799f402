-- Conversions that may fail for a row: NULL then, and the row is quarantined.
-- Named snapshot_<family of the source type>_to_<type of the contract>.
create or replace temp macro snapshot_number_to_bigint(value) as
    case when value = trunc(value) then try_cast(value as bigint) end;

create or replace temp macro snapshot_text_to_bigint(value) as
    case
        when regexp_full_match(value, '\s*[+-]?[0-9]+(\.0+)?\s*')
        then try_cast(value as bigint)
    end;

create or replace temp macro snapshot_text_to_double(value) as
    case
        when
            regexp_full_match(
                value, '\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?\s*'
            )
        then try_cast(value as double)
    end;

create or replace temp macro snapshot_number_to_boolean(value) as
    case value when 0 then false when 1 then true end;

create or replace temp macro snapshot_text_to_boolean(value) as
    case
        when lower(trim(value)) in ('true', 't', 'yes', 'y', '1') then true
        when lower(trim(value)) in ('false', 'f', 'no', 'n', '0') then false
    end;

create or replace temp macro snapshot_time_to_timestamp(value) as
    try_cast(value as timestamp);

-- A text with an offset is brought to UTC, one without is UTC.
create or replace temp macro snapshot_text_to_timestamp(value) as
    case
        when regexp_matches(value, '[0-9]:[0-9.:]+ ?([zZ]|[+-][0-9]{2}(:?[0-9]{2})?)\s*$')
        then try_cast(value as timestamptz) at time zone 'UTC'
        when regexp_matches(value, '^\s*[0-9]{4,6}-')
        then try_cast(value as timestamp)
    end;

create or replace temp macro snapshot_blob_to_varchar(value) as try(decode(value));

create or replace temp macro snapshot_text_to_list(value) as
    coalesce(
        try_cast(try_cast(value as json) as varchar[]), try_cast(value as varchar[])
    );

create or replace temp macro snapshot_text_to_json(value) as
    case when json_valid(value) then json(value) end;

-- A list or an object is no text, whatever its text is.
create or replace temp macro snapshot_json_to_varchar(value) as
    case when json_type(value) not in ('ARRAY', 'OBJECT') then value ->> '$' end;

create or replace temp macro snapshot_object_to_varchar(value, line, path) as
    case
        when not (value[1] in ('[', '{') and json_type(line, path) in ('ARRAY', 'OBJECT'))
        then value
    end;

-- Whether no name stands twice in an object: nobody knows which of its values is meant.
create or replace temp macro snapshot_names_differ(line) as
    len(json_keys(line)) = list_unique(json_keys(line));
