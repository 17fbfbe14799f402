-- title: every list that a task queue asks for, numbered
-- grain: required_no
-- note: conditions compare lists; the same list is compared once
with
    asked as (
        select
            unnest(
                [
                    task_queue.sites,
                    task_queue.banned_sites,
                    list_intersect(task_queue.sites, task_queue.banned_sites),
                    task_queue.grid_ces,
                    task_queue.platforms,
                    task_queue.job_types,
                    task_queue.tags,
                    task_queue.pilot_types,
                    task_queue.submit_pools,
                    task_queue.grid_middlewares
                ]
            ) as items
        from task_queue
    ),

    sets as (
        select distinct list_sort(asked.items) as items
        from asked
        where asked.items is not null
    )

select row_number() over (order by sets.items) as required_no, sets.items
from sets
