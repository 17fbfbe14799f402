-- title: the task queues of most jobs
-- grain: tq_id
select
    tq_id,
    owner_group,
    owner,
    cpu_time,
    n_jobs,
    priority,
    coalesce(n_pilots_fit, 0) as n_pilots_fit,
    top_criterion
from task_queue_row
where policy = ?
order by n_jobs desc, tq_id
limit ?
