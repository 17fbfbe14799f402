-- severity: warning
-- table: task
-- column: status
-- message: is assigning without an input_chunk of chunk_no 0: it stays pending
select task.jedi_task_id as row_key
from task
left join input_chunk on task.jedi_task_id = input_chunk.jedi_task_id and input_chunk.chunk_no = 0
where task.status = 'assigning' and input_chunk.jedi_task_id is null
