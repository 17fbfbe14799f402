-- title: tasks that are decided in this snapshot
select distinct input_chunk.jedi_task_id
from input_chunk
order by input_chunk.jedi_task_id
