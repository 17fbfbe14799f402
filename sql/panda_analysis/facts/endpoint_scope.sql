-- title: scope of the input and output endpoints of each queue
-- grain: queue_name
select
    endpoint_use.queue_name,
    case
        when bool_or(endpoint_use.scope = 'analysis' and endpoint_use.is_readable)
        then 'analysis'
        else 'default'
    end as input_scope,
    case
        when
            bool_or(
                endpoint_use.scope = 'analysis'
                and coalesce(endpoint_use.write_lan_role, false)
            )
        then 'analysis'
        else 'default'
    end as output_scope
from endpoint_use
group by endpoint_use.queue_name
