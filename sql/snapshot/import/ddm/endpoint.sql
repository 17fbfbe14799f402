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
    known_endpoint.space_total,
    known_endpoint.space_free,
    known_endpoint.space_expired,
    known_endpoint.space_min_free,
    known_endpoint.space_unavailable,
    known_endpoint.space_timestamp,
    known_endpoint.blacklisted_read,
    known_endpoint.read_lan,
    known_endpoint.write_lan,
    known_endpoint.read_wan,
    known_endpoint.write_wan
from record
left join known_endpoint on record.name = known_endpoint.ddm_endpoint_name
where record.problem is null
;
