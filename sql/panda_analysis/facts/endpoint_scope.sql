-- title: scope of the input and output endpoints of each queue
-- grain: queue_name
select
    queue_name,
    case
        when bool_or(scope = 'analysis' and is_readable) then 'analysis' else 'default'
    end as input_scope,
    case
        when bool_or(scope = 'analysis' and coalesce(write_lan_role, false))
        then 'analysis'
        else 'default'
    end as output_scope
from endpoint_use
group by queue_name
