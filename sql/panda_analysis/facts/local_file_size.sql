-- title: input of a chunk that a queue finds on disk
-- grain: jedi_task_id, chunk_no, queue_name
select jedi_task_id, chunk_no, queue_name, sum(n_bytes)::bigint as disk_bytes
from found_input
group by jedi_task_id, chunk_no, queue_name
