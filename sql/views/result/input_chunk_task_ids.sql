-- title: tasks that are decided in this snapshot, wait for a nucleus, or were refused
select input_chunk.jedi_task_id
from input_chunk
union
select task.jedi_task_id
from task
where task.status = 'assigning'
union
select try_cast(split_part(quarantine.row_key, ', ', 1) as bigint) as jedi_task_id
from quarantine
where
    quarantine.table_name in ('task', 'input_chunk')
    and try_cast(split_part(quarantine.row_key, ', ', 1) as bigint) is not null
order by jedi_task_id
