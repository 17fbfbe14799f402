-- title: the output endpoint of the nucleus of a chunk
-- grain: table_name, key
select 'endpoint' as table_name, [nucleus.output_endpoint] as key
from chunk
inner join nucleus using (nucleus)
where chunk.jedi_task_id = $1 and chunk.chunk_no = $2 and nucleus.output_endpoint is not null
