-- title: the first chunk of every task that waits for a nucleus against every queue
-- note: hint mode
select
    chunk.jedi_task_id,
    chunk.chunk_no,
    pseudo_queue.queue_name,
    pseudo_queue.unified_name
from chunk
cross join pseudo_queue
where chunk.work = 'task' and chunk.chunk_no = 0
