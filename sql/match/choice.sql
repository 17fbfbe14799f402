-- title: the task queues that fit each kind of request, with what a draw needs
-- grain: class_id, tq_id
-- source: T037
-- bounds: a task queue that had no job when priorities were calculated is none, nor is
-- one that has none now, or that a limit refuses which was reached meanwhile
-- note: of the kinds of requests from $1 on
-- differs: the running system does not look at the CPU time
with
    filled as (select distinct tq_id from job_class),

    queues as (
        select
            filled.tq_id,
            task_queue.cpu_time,
            if(cfg.tq_order = 'random', 0, task_queue.cpu_time) as cpu_rank,
            wide_key('task queue', filled.tq_id) as draw_key,
            task_queue_priority.draw_priority
        from filled
        inner join task_queue using (tq_id)
        inner join task_queue_priority using (tq_id)
        cross join cfg
        anti join drained using (tq_id)
    )

select
    fitting.class_id,
    fitting.tq_id,
    queues.cpu_time,
    queues.cpu_rank,
    queues.draw_key,
    queues.draw_priority
from fitting
inner join queues using (tq_id)
anti join limited_pair using (class_id, tq_id)
where fitting.class_id >= $1
order by fitting.class_id
