-- title: the endpoints that jobs of a queue read or write, its output first
-- grain: table_name, key
select 'endpoint' as table_name, [queue_endpoint_use.ddm_endpoint_name] as key
from queue_endpoint_use
where
    queue_endpoint_use.queue_name = $1
    and (queue_endpoint_use.is_input or queue_endpoint_use.is_output)
group by queue_endpoint_use.ddm_endpoint_name
order by
    bool_or(queue_endpoint_use.is_default_output) desc,
    bool_or(queue_endpoint_use.is_datadisk) desc,
    key
