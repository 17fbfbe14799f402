-- title: jobs of a chunk, and the room for them
-- grain: jedi_task_id, chunk_no, pool_round
select
    unit_pool.*,
    chunk_jobs.n_jobs,
    analysis_task.is_by_class,
    coalesce(task_class.class, 1) as task_class,
    least(chunk_jobs.n_jobs, unit_pool.room_all)::double as n_left
from unit_pool
inner join chunk_jobs using (jedi_task_id, chunk_no)
inner join analysis_task using (jedi_task_id)
left join task_class using (jedi_task_id)
