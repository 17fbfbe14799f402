-- title: chunks of tasks that are pre-assigned to a queue by task.site
-- grain: jedi_task_id, chunk_no
-- note: a list of sites is none of these
select
    input_chunk.jedi_task_id,
    input_chunk.chunk_no,
    dense_rank() over (order by analysis_task.site_name) as preassignment_no,
    false as is_premerge,
    true as is_single,
    cfg.preassign_exempts || cfg.preassign_single_exempts as exempt_from
from input_chunk
inner join analysis_task using (jedi_task_id)
cross join cfg
where analysis_task.site_name is not null
