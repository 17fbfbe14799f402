-- title: what each endpoint is to a queue in its scope
-- grain: queue_name, ddm_endpoint_name
select
    endpoint_use.queue_name,
    endpoint_use.ddm_endpoint_name,
    bool_or(
        endpoint_use.scope = endpoint_scope.input_scope and endpoint_use.is_readable
    ) as is_input,
    bool_or(
        endpoint_use.scope = endpoint_scope.output_scope
        and coalesce(endpoint_use.write_lan_role, false)
    ) as is_output,
    bool_or(
        endpoint_use.scope = endpoint_scope.input_scope
        and coalesce(endpoint_use.default_read, false)
    ) as is_default_input,
    bool_or(
        endpoint_use.scope = endpoint_scope.output_scope
        and coalesce(endpoint_use.default_write, false)
    ) as is_default_output,
    bool_or(
        endpoint_use.scope = 'default'
        and endpoint_use.is_readable
        and ends_with(endpoint_use.ddm_endpoint_name, '_VP_DISK')
    ) as is_virtual,
    min(endpoint_use.order_read) filter (
        endpoint_use.scope = endpoint_scope.input_scope
    ) as order_read,
    min(endpoint_use.order_write) filter (
        endpoint_use.scope = endpoint_scope.output_scope
    ) as order_write
from endpoint_use
inner join endpoint_scope using (queue_name)
group by endpoint_use.queue_name, endpoint_use.ddm_endpoint_name
