-- title: rows of tq_queues, asked of the engine
select
    task_queue.tq_id,
    task_queue.setup,
    task_queue.cpu_time,
    task_queue_priority.draw_priority,
    (task_queue.sites is not null)::integer as has_sites,
    (task_queue.grid_ces is not null)::integer as has_grid_ces,
    (task_queue.platforms is not null)::integer as has_platforms
from task_queue
inner join task_queue_priority using (tq_id)
