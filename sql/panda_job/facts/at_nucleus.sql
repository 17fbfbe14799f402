-- title: pairs whose queue belongs to the nucleus of the task, or shares its storage
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- nulls: a task without a nucleus has no such queue
select candidate.jedi_task_id, candidate.chunk_no, candidate.pseudo_queue, nucleus_queue.is_member
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join nucleus_queue using (nucleus, queue_name)
