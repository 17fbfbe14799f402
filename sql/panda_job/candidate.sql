-- title: every chunk of a production task against every queue
-- source: C046, O004
-- in_results: pseudo_queue as queue_name, queue_name as unified_name
select chunk.jedi_task_id, chunk.chunk_no, pseudo_queue.pseudo_queue, pseudo_queue.queue_name
from chunk
cross join pseudo_queue
where chunk.work = 'job'
