-- title: size of the whole input of a chunk
-- grain: jedi_task_id, chunk_no
select
    chunk_file.jedi_task_id,
    chunk_file.chunk_no,
    sum(chunk_file.fsize)::bigint as total_bytes,
    count(*) as n_files
from chunk_file
group by chunk_file.jedi_task_id, chunk_file.chunk_no
