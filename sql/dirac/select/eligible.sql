-- title: task queues that a job for the pilot may come from, with what draws them
-- grain: seq, tq_id
-- source: T001, T024
-- bounds: of equal CPU times all are the highest
-- differs: modern takes no heed of the CPU time
select
    survivor.seq,
    survivor.pilot_id,
    survivor.tq_id,
    task_queue.cpu_time,
    task_queue_priority.draw_priority,
    cfg.tq_order = 'random'
    or task_queue.cpu_time = max(task_queue.cpu_time) over (partition by survivor.seq) as is_top
from survivor
inner join task_queue using (tq_id)
inner join task_queue_priority using (tq_id)
left join cap_hit using (seq, tq_id)
cross join cfg
where cap_hit.criterion is null
