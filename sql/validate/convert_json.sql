-- Conversions of single JSON values, on top of those in convert.sql.
create or replace temp macro snapshot_json_to_varchar(value) as
    case when json_type(value) not in ('ARRAY', 'OBJECT') then value ->> '$' end;

create or replace temp macro snapshot_json_to_bigint(value) as
    case
        when json_type(value) <> 'BOOLEAN'
        then snapshot_text_to_bigint(snapshot_json_to_varchar(value))
    end;

create or replace temp macro snapshot_json_to_double(value) as
    case
        when json_type(value) <> 'BOOLEAN'
        then snapshot_text_to_double(snapshot_json_to_varchar(value))
    end;

create or replace temp macro snapshot_json_to_boolean(value) as
    snapshot_text_to_boolean(snapshot_json_to_varchar(value));

create or replace temp macro snapshot_json_to_timestamp(value) as
    case
        when json_type(value) = 'VARCHAR' then snapshot_text_to_timestamp(value ->> '$')
    end;

create or replace temp macro snapshot_json_to_list(value) as
    case json_type(value)
        when 'ARRAY'
        then try_cast(value as varchar[])
        when 'VARCHAR'
        then snapshot_text_to_list(value ->> '$')
    end;

create or replace temp macro snapshot_json_to_json(value) as
    case
        when json_type(value) = 'VARCHAR'
        then snapshot_text_to_json(value ->> '$')
        else json(value)
    end;
