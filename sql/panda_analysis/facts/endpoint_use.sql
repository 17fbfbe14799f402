-- title: endpoints of each queue in the scopes that analysis knows
-- grain: queue_name, ddm_endpoint_name, scope
select
    queue_endpoint.queue_name,
    queue_endpoint.ddm_endpoint_name,
    queue_endpoint.scope,
    queue_endpoint.write_lan_role,
    queue_endpoint.default_read,
    queue_endpoint.default_write,
    queue_endpoint.order_read,
    queue_endpoint.order_write,
    coalesce(queue_endpoint.read_lan_role, false)
    and not coalesce(endpoint.blacklisted_read, false) as is_readable
from queue_endpoint
inner join endpoint using (ddm_endpoint_name)
where queue_endpoint.scope in ('default', 'analysis', 'user')
