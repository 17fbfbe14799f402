-- title: the endpoint that a queue reads by default
-- grain: table_name, key
select 'endpoint' as table_name, [ddm_endpoint_name] as key from default_input where queue_name = $1
