-- title: the first chunk of every task that waits for a nucleus against every queue
-- in_results: pseudo_queue as queue_name, queue_name as unified_name
-- note: hint mode
select chunk.jedi_task_id, chunk.chunk_no, pseudo_queue.pseudo_queue, pseudo_queue.queue_name
from chunk
cross join pseudo_queue
where chunk.work = 'task' and chunk.chunk_no = 0
