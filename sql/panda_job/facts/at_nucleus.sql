-- title: pairs whose queue belongs to the nucleus of the task, or shares its storage
-- grain: jedi_task_id, chunk_no, queue_name
-- nulls: a task without a nucleus has no such queue
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    nucleus_queue.is_member
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join
    nucleus_queue
    on chunk.nucleus = nucleus_queue.nucleus
    and candidate.unified_name = nucleus_queue.queue_name
