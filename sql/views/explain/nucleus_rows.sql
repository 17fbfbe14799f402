-- title: rows of the snapshot that stand for a nucleus: its first queue, its output
-- grain: table_name, key
select 'queue' as table_name, [nucleus.first_queue_name] as key
from nucleus
where nucleus.nucleus = $1
union all
select 'endpoint' as table_name, [nucleus.output_endpoint] as key
from nucleus
where nucleus.nucleus = $1 and nucleus.output_endpoint is not null
