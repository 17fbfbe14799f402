-- title: the task queues of most jobs
-- grain: tq_id
select
    task_queue_row.tq_id,
    task_queue_row.owner_group,
    task_queue_row.owner,
    task_queue_row.cpu_time,
    task_queue_row.n_jobs,
    task_queue_row.priority,
    coalesce(task_queue_row.n_pilots_fit, 0) as n_pilots_fit,
    task_queue_row.top_criterion
from task_queue_row
where task_queue_row.policy = ?
order by task_queue_row.n_jobs desc, task_queue_row.tq_id
limit ?
