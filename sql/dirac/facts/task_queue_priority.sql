-- title: the priority of each task queue, its parts, and what of it counts in a draw
-- grain: tq_id
-- source: P003, P007
-- bounds: in a draw no priority is below the least
-- differs: classes of sites in the code only
-- note: every member of a class gets the sum of the class
with
    classes as (
        select
            task_queue_class.class_id,
            list_sum(list(queue_priority.own_priority order by queue_priority.tq_id)) as priority
        from task_queue_class
        inner join queue_priority using (tq_id)
        group by task_queue_class.class_id
    )

select
    queue_priority.tq_id,
    queue_priority.owner_group,
    queue_priority.entity_owner,
    queue_priority.share,
    queue_priority.n_owners,
    queue_priority.n_queues,
    queue_priority.job_part,
    coalesce(classes.priority, queue_priority.own_priority) as priority,
    greatest(
        coalesce(classes.priority, queue_priority.own_priority), cfg.min_priority
    ) as draw_priority
from queue_priority
left join task_queue_class using (tq_id)
left join classes using (class_id)
cross join cfg
