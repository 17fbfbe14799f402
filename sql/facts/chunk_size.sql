-- title: size of the whole input of a chunk
-- grain: jedi_task_id, chunk_no
-- nulls: no row for a chunk without input but pseudo input
select jedi_task_id, chunk_no, sum(fsize)::bigint as total_bytes, count(*) as n_files
from chunk_file
group by jedi_task_id, chunk_no
