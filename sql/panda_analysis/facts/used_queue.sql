-- title: queues that hold output or log datasets of a task already
-- grain: jedi_task_id, queue_name
select distinct jedi_task_id, queue_name
from task_dataset
where type in ('output', 'log') and queue_name <> ''
