-- title: tasks that are decided in this snapshot, wait for a nucleus, or were refused
select jedi_task_id
from input_chunk
union
select jedi_task_id
from task
where status = 'assigning'
union
select try_cast(split_part(row_key, ', ', 1) as bigint) as jedi_task_id
from quarantine
where
    table_name in ('task', 'input_chunk')
    and try_cast(split_part(row_key, ', ', 1) as bigint) is not null
order by jedi_task_id
