-- title: a chunk of a task, the unit of decision, with the features that rules read
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
    task.prod_source_label,
    task.gshare,
    coalesce(task.resource_type, '') as resource_type,
    case when work <> 'task' then task.nucleus end as nucleus,
    coalesce(task.current_priority, 0) as priority,
    coalesce(task.processing_type = 'urgent', false)
    or exceeds(priority, cfg.express_prio, cfg.express_prio_op) as is_express,
    if(is_express, 'Express', 'Production Output') as transfer_activity,
    coalesce(task.event_service in (1, 2), false) as is_es,
    is_es and not has_split_rule(task.split_rule, 'UC') as is_es_pure,
    case
        when
            input_chunk.is_merging
            and not coalesce(task.prod_source_label in ('user', 'panda'), false)
        then coalesce(task.merge_core_count, task.core_count)
        else task.core_count
    end as n_cores,
    coalesce(task.io_intensity, 0) as io_intensity,
    input_chunk.use_jumbo,
    key_of(
        concat_ws(
            '/', cfg.seed, snapshot.snapshot_id, input_chunk.jedi_task_id, input_chunk.chunk_no
        )
    ) as draw_key
from input_chunk
inner join task using (jedi_task_id)
cross join snapshot
cross join cfg
