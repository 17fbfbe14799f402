-- title: tasks that are decided in this snapshot, or wait for a nucleus
select input_chunk.jedi_task_id
from input_chunk
union
select task.jedi_task_id
from task
where task.status = 'assigning'
order by jedi_task_id
