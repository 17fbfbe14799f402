-- title: queues that hold output or log datasets of a task already
-- grain: jedi_task_id, queue_name
select distinct task_dataset.jedi_task_id, task_dataset.queue_name
from task_dataset
where task_dataset.type in ('output', 'log') and task_dataset.queue_name <> ''
