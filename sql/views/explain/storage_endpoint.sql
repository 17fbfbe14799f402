-- title: the endpoints that jobs of a queue read or write, its output first
-- grain: table_name, key
select 'endpoint' as table_name, [ddm_endpoint_name] as key
from queue_endpoint_use
where queue_name = $1 and (is_input or is_output)
group by ddm_endpoint_name
order by bool_or(is_default_output) desc, bool_or(is_datadisk) desc, key
