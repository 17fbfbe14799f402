-- title: storage endpoints that a queue reads from or writes to, with their state
-- grain: queue_name, ddm_endpoint_name
-- note: scope default, roles read_lan and write_lan
select
    queue_endpoint.queue_name,
    queue_endpoint.ddm_endpoint_name,
    coalesce(queue_endpoint.read_lan_role, false)
    and not coalesce(endpoint.blacklisted_read, false) as is_input,
    coalesce(queue_endpoint.write_lan_role, false) as is_output,
    coalesce(queue_endpoint.default_write, false) as is_default_output,
    queue_endpoint.order_read,
    queue_endpoint.order_write,
    endpoint.site_name,
    coalesce(endpoint.type = 'DATADISK', false) as is_datadisk,
    coalesce(endpoint.is_tape, false) as is_tape,
    endpoint.read_lan,
    endpoint.write_lan,
    endpoint.read_wan,
    endpoint.write_wan,
    endpoint.space_free,
    usable_space(
        endpoint.space_free,
        endpoint.space_expired,
        endpoint.space_min_free,
        endpoint.space_unavailable
    ) as space_usable
from queue_endpoint
inner join endpoint using (ddm_endpoint_name)
where queue_endpoint.scope = 'default'
