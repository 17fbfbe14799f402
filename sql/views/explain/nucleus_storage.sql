-- title: the endpoints by which the nucleus of a chunk takes and gives files
-- grain: table_name, key
select 'endpoint' as table_name, [nucleus_endpoint.ddm_endpoint_name] as key
from chunk
inner join nucleus_endpoint using (nucleus)
where chunk.jedi_task_id = ? and chunk.chunk_no = ?
order by nucleus_endpoint.ddm_endpoint_name
