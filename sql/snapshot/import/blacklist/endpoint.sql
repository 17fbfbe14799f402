-- An endpoint that is not named, or not for an activity, has no status there.
update endpoint
set
    read_lan = found.read_lan,
    write_lan = found.write_lan,
    read_wan = found.read_wan,
    write_wan = found.write_wan,
    blacklisted_read = coalesce(found.read_wan = 'OFF', false)
from
    (
        select
            endpoint.ddm_endpoint_name,
            any_value(status) filter (where activity = 'read_lan') as read_lan,
            any_value(status) filter (where activity = 'write_lan') as write_lan,
            any_value(status) filter (where activity = 'read_wan') as read_wan,
            any_value(status) filter (where activity = 'write_wan') as write_wan
        from endpoint
        left join downtime using (ddm_endpoint_name)
        group by endpoint.ddm_endpoint_name
    ) as found
where endpoint.ddm_endpoint_name = found.ddm_endpoint_name
;
