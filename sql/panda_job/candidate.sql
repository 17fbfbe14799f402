-- title: every chunk of a production task against every queue
-- source: C046
select
    chunk.jedi_task_id,
    chunk.chunk_no,
    pseudo_queue.queue_name,
    pseudo_queue.unified_name
from chunk
cross join pseudo_queue
where chunk.work = 'job'
