select policy, jedi_task_id, chunk_no, queue_name, theirs, ours, cause, detail, log_text, our_detail
from difference
order by policy, jedi_task_id, chunk_no, queue_name nulls first, cause
