-- title: the endpoints that hold all input of a chunk
-- grain: table_name, key
select 'endpoint' as table_name, [ddm_endpoint_name] as key
from chunk_complete_endpoint
where jedi_task_id = $1 and chunk_no = $2
order by key
