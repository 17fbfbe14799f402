-- What another import knows of an endpoint, its space and its status, stays.
create or replace temp table known_endpoint as
from endpoint
;

truncate endpoint
;

insert into endpoint by name
select
    record.name as ddm_endpoint_name,
    coalesce(
        json_text(record.entry, '$.site'),
        json_text(record.entry, '$.rc_site'),
        known_endpoint.site_name
    ) as site_name,
    json_text(record.entry, '$.type') as type,
    json_text(record.entry, '$.token') as space_token,
    coalesce(
        json_flag(record.entry, '$.is_tape'),
        ends_with(upper(json_text(record.entry, '$.type')), 'TAPE')
    ) as is_tape,
    'ACTIVE' as state,
    known_endpoint.* exclude (ddm_endpoint_name, site_name, type, space_token, is_tape, state)
from record
left join known_endpoint on record.name = known_endpoint.ddm_endpoint_name
where record.problem is null
;
