-- title: how many tasks and queues say what cannot be used, and the first of them
-- grain: kind
select
    'task' as kind,
    count(distinct jedi_task_id) as n_rows,
    arg_min(jedi_task_id::varchar, (jedi_task_id, remark)) as first_name,
    arg_min(remark, (jedi_task_id, remark)) as first_remark
from task_remark
union all
select
    'queue',
    count(distinct queue_name),
    arg_min(queue_name, (queue_name, remark)),
    arg_min(remark, (queue_name, remark))
from queue_remark
