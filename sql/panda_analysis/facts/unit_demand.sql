-- title: jobs of a chunk, and the room for them
-- grain: pool_no
select
    unit_pool.*,
    numbered_unit.jedi_task_id,
    chunk_jobs.n_jobs,
    analysis_task.is_by_class,
    coalesce(task_class.class, 1) as task_class,
    least(chunk_jobs.n_jobs, unit_pool.room_all)::double as n_left
from unit_pool
inner join numbered_unit on unit_pool.pool_no = numbered_unit.unit_no
inner join
    chunk_jobs
    on numbered_unit.jedi_task_id = chunk_jobs.jedi_task_id
    and numbered_unit.chunk_no = chunk_jobs.chunk_no
inner join analysis_task on numbered_unit.jedi_task_id = analysis_task.jedi_task_id
left join task_class on numbered_unit.jedi_task_id = task_class.jedi_task_id
