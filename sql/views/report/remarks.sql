-- title: how many tasks and queues say what cannot be used, and the first of them
-- grain: kind
select
    'task' as kind,
    count(distinct task_remark.jedi_task_id) as n_rows,
    arg_min(
        task_remark.jedi_task_id::varchar,
        (task_remark.jedi_task_id, task_remark.remark)
    ) as first_name,
    arg_min(
        task_remark.remark, (task_remark.jedi_task_id, task_remark.remark)
    ) as first_remark
from task_remark
union all
select
    'queue',
    count(distinct queue_remark.queue_name),
    arg_min(queue_remark.queue_name, (queue_remark.queue_name, queue_remark.remark)),
    arg_min(queue_remark.remark, (queue_remark.queue_name, queue_remark.remark))
from queue_remark
