-- title: the requirement signature of each task; NULL where the check does not apply
-- grain: jedi_task_id
-- source: spec/production.md 4.7; NULL where trans_home is NULL
select task.jedi_task_id, software_number.software_no
from task
left join software_number on task.jedi_task_id = software_number.jedi_task_id
