-- title: what each endpoint is to a queue in its scope
-- grain: queue_name, ddm_endpoint_name
with
    uses as (
        select
            endpoint_use.*,
            endpoint_use.scope = endpoint_scope.input_scope as is_for_input,
            endpoint_use.scope = endpoint_scope.output_scope as is_for_output,
            endpoint_use.scope = endpoint_scope.virtual_scope as may_be_virtual
        from endpoint_use
        inner join endpoint_scope using (queue_name)
    )

select
    queue_name,
    ddm_endpoint_name,
    bool_or(is_for_input and is_readable) as is_input,
    bool_or(is_for_output and coalesce(write_lan_role, false)) as is_output,
    bool_or(is_for_input and is_readable and coalesce(default_read, false)) as is_default_input,
    bool_or(
        is_for_output and coalesce(write_lan_role and default_write, false)
    ) as is_default_output,
    bool_or(
        may_be_virtual and is_readable and ends_with(ddm_endpoint_name, '_VP_DISK')
    ) as is_virtual,
    min(uses.order_read) filter (is_for_input) as order_read,
    min(uses.order_write) filter (is_for_output) as order_write
from uses
group by queue_name, ddm_endpoint_name
