-- title: scope of the input, output and virtual endpoints of each queue
-- grain: queue_name
select
    queue_name,
    if(bool_or(scope = 'analysis' and is_readable), 'analysis', 'default') as input_scope,
    if(
        bool_or(scope = 'analysis' and coalesce(write_lan_role, false)), 'analysis', 'default'
    ) as output_scope,
    if(bool_or(scope = 'user' and is_readable), 'user', 'default') as virtual_scope
from endpoint_use
group by queue_name
