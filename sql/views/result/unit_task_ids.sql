-- title: tasks that jobs belong to, or that are known without any
select unit.jedi_task_id
from unit
where unit.jedi_task_id is not null
union
select task.jedi_task_id
from task
order by jedi_task_id
