-- title: what kind of work a chunk is
-- grain: jedi_task_id, chunk_no
-- differs: priority 1000 is express on the page, only more in the running system
-- note: priority NULL is 0, core_count is that of merging
select
    input_chunk.jedi_task_id,
    input_chunk.chunk_no,
    case
        when task.status = 'assigning'
        then 'task'
        when task.prod_source_label in ('user', 'panda')
        then 'analysis'
        else 'job'
    end as work,
    coalesce(input_chunk.is_merging, false) as is_merging,
    coalesce(input_chunk.use_scout, chunk_master.has_scouts, false) as is_scout,
    coalesce(task.current_priority, 0) as priority,
    coalesce(task.event_service in (1, 2), false) as is_es,
    coalesce(task.processing_type = 'urgent', false)
    or exceeds(
        coalesce(task.current_priority, 0), cfg.express_prio, cfg.express_prio_op
    ) as is_express,
    case
        when
            input_chunk.is_merging
            and not coalesce(task.prod_source_label in ('user', 'panda'), false)
        then coalesce(task.merge_core_count, task.core_count)
        else task.core_count
    end as n_cores,
    input_chunk.use_jumbo,
    chunk_preassignment.preassignment_no,
    chunk_preassignment.preassignment_no is not null as is_preassigned,
    coalesce(chunk_preassignment.is_single, false) as is_single_preassigned,
    coalesce(chunk_preassignment.is_premerge, false) as is_premerge
from input_chunk
inner join task using (jedi_task_id)
left join chunk_master using (jedi_task_id, chunk_no)
left join chunk_preassignment using (jedi_task_id, chunk_no)
cross join cfg
