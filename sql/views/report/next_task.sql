-- title: the task to look at first: one without a choice, else any, by priority
-- grain: one row
select result.jedi_task_id, result.status
from result
left join task using (jedi_task_id)
order by result.status = 'assigned', coalesce(task.current_priority, 0) desc, result.jedi_task_id
limit 1
