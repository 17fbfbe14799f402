-- title: queues that task.site names
-- grain: jedi_task_id, queue_name
-- source: C286
-- nulls: a queue that is of no cloud and may run production is no queue to name
-- differs: on the page site may be a list, and a pseudo queue stands for its family
-- (9.2); the running system knows one whole name
with
    items as (
        select
            task.jedi_task_id,
            if(cfg.site_list_mode = 'exact', string_split(task.site, ','), [task.site]) as names,
            unnest(names) as item
        from task
        cross join cfg
    )

select distinct items.jedi_task_id, unified_queue.queue_name, len(items.names) = 1 as is_single
from items
cross join cfg
inner join
    unified_queue
    on if(cfg.site_list_mode = 'exact', trim(split_part(items.item, '/', 1)), items.item)
    = unified_queue.queue_name
where not unified_queue.is_dropped
