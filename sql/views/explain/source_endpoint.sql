-- title: the endpoints that hold all input of a chunk
-- grain: table_name, key
select 'endpoint' as table_name, [chunk_complete_endpoint.ddm_endpoint_name] as key
from chunk_complete_endpoint
where
    chunk_complete_endpoint.jedi_task_id = $1 and chunk_complete_endpoint.chunk_no = $2
order by key
