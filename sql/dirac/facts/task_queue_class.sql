-- title: task queues that differ in sites and RAM only, by the lowest of them
-- grain: tq_id
-- nulls: no requirement equals no requirement
-- note: so that one requirement over several sites is not diluted; owners are kept
-- apart
select
    task_queue.tq_id,
    min(task_queue.tq_id) over (
        partition by
            task_queue.owner,
            task_queue.owner_group,
            task_queue.setup,
            task_queue.cpu_time,
            task_queue.submit_pools,
            task_queue.pilot_types,
            task_queue.grid_ces,
            task_queue.grid_middlewares,
            task_queue.platforms,
            task_queue.job_types,
            task_queue.tags
    ) as class_id
from task_queue
cross join cfg
where cfg.site_grouping
