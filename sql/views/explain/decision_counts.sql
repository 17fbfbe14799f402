-- title: how many decisions one criterion made before any queue
-- grain: one row
select
    count(distinct jedi_task_id) as n_tasks,
    count(distinct jedi_task_id) filter (where criterion = $1) as n_tasks_touched
from result
