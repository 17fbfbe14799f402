-- title: the task queues with all that they ask for, their jobs and their priority
-- source: T016
select
    getvariable('policy') as policy,
    task_queue.tq_id,
    task_queue.owner,
    task_queue.owner_group,
    task_queue.setup,
    task_queue.cpu_time,
    task_queue.submit_pools,
    task_queue.pilot_types,
    task_queue.sites,
    task_queue.grid_ces,
    task_queue.grid_middlewares,
    task_queue.banned_sites,
    task_queue.platforms,
    task_queue.job_types,
    task_queue.tags,
    task_queue.min_ram,
    task_queue.max_ram,
    task_queue.n_jobs,
    task_queue_priority.priority
from task_queue
inner join task_queue_priority using (tq_id)
order by task_queue.tq_id
