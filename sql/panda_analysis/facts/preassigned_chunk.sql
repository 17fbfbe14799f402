-- title: chunks of tasks that are pre-assigned to a queue by task.site
-- grain: jedi_task_id, chunk_no
-- note: a list of sites is none of these
select
    input_chunk.jedi_task_id,
    input_chunk.chunk_no,
    dense_rank() over (order by task.site) as preassignment_no,
    false as is_premerge,
    true as is_single,
    cfg.preassign_exempts || cfg.preassign_single_exempts as exempt_from
from input_chunk
inner join task using (jedi_task_id)
inner join unified_queue on task.site = unified_queue.queue_name
cross join cfg
