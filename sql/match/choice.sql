-- title: the task queues that fit each kind of request, with what a draw needs
-- grain: class_id, tq_id
-- source: Task Queue Matching page, "Selects all the possible TaskQueues"
-- bounds: a task queue without a job left is none
-- differs: the running system does not look at the CPU time (D2)
with
    filled as (
        select open_class.tq_id
        from open_class
        group by open_class.tq_id
        having sum(open_class.n_jobs) > 0
    )

select
    fitting.class_id,
    fitting.tq_id,
    case when cfg.tq_order = 'random' then 0 else task_queue.cpu_time end as cpu_rank,
    wide_key('task queue', fitting.tq_id) as draw_key,
    task_queue_priority.draw_priority
from fitting
inner join filled on fitting.tq_id = filled.tq_id
inner join task_queue on fitting.tq_id = task_queue.tq_id
inner join task_queue_priority on fitting.tq_id = task_queue_priority.tq_id
cross join cfg
order by fitting.class_id, cpu_rank desc, fitting.tq_id
