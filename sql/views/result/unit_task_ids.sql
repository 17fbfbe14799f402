-- title: tasks that jobs belong to, or that are known without any
select jedi_task_id
from unit
where jedi_task_id is not null
union
select jedi_task_id
from task
order by jedi_task_id
