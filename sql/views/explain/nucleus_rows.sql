-- title: rows of the snapshot that stand for a nucleus: its first queue, its output
-- grain: table_name, key
select 'queue' as table_name, [first_queue_name] as key
from nucleus
where nucleus = $1
union all
select 'endpoint' as table_name, [output_endpoint] as key
from nucleus
where nucleus = $1 and output_endpoint is not null
