-- title: a chunk of a task, the unit of decision, with the features that rules read
-- grain: jedi_task_id, chunk_no
-- source: spec/production.md 4.1
-- differs: priority 1000 is express on the page, only more than 1000 in the running
-- differs: system
with

    flagged as (
        select
            input_chunk.jedi_task_id,
            input_chunk.chunk_no,
            case
                when task.status = 'assigning' then 'task'
                when task.prod_source_label in ('user', 'panda') then 'analysis'
                else 'job'
            end as work,
            coalesce(input_chunk.is_merging, false) as is_merging,
            coalesce(input_chunk.use_scout, chunk_master.has_scouts, false) as is_scout,
            coalesce(task.current_priority, 0) as priority,
            coalesce(task.event_service in (1, 2), false) as is_es,
            coalesce(task.processing_type = 'urgent', false)
            or coalesce(task.current_priority, 0) > cfg.express_prio
            or (
                cfg.express_prio_op = '>='
                and coalesce(task.current_priority, 0) = cfg.express_prio
            ) as is_express,
            case
                when input_chunk.is_merging
                then coalesce(task.merge_core_count, task.core_count)
                else task.core_count
            end as n_cores,
            input_chunk.use_jumbo,
            chunk_preassignment.jedi_task_id is not null as is_preassigned,
            coalesce(chunk_preassignment.is_single, false) as is_single_preassigned,
            chunk_master.is_premerge and chunk_preassignment.jedi_task_id is not null as is_premerge
        from input_chunk
        inner join task on input_chunk.jedi_task_id = task.jedi_task_id
        left join
            chunk_master
            on input_chunk.jedi_task_id = chunk_master.jedi_task_id
            and input_chunk.chunk_no = chunk_master.chunk_no
        left join
            chunk_preassignment
            on input_chunk.jedi_task_id = chunk_preassignment.jedi_task_id
            and input_chunk.chunk_no = chunk_preassignment.chunk_no
        cross join cfg
    )

select
    flagged.*,
    task.prod_source_label,
    task.gshare,
    coalesce(task.resource_type, '') as resource_type,
    task.nucleus,
    coalesce(task.io_intensity, 0) as io_intensity,
    case when flagged.is_express then 'Express' else 'Production Output' end
        as transfer_activity,
    flagged.is_es and not task_rule.uses_job_cloning as is_es_pure,
    flagged.is_scout or flagged.priority >= cfg.top_prio as is_scout_or_top,
    case
        when flagged.n_cores > 1 then 'only'
        when flagged.n_cores = 0 and (flagged.is_scout or flagged.priority >= cfg.top_prio)
        then 'only'
        when flagged.n_cores = 0 then 'any'
        else 'unuse'
    end as core_mode,
    task_work_queue.resource_queue_id,
    task_work_queue.work_queue_name,
    task_work_queue.work_queue_tag,
    key_of(
        concat_ws(
            '/', cfg.seed, snapshot.snapshot_id, flagged.jedi_task_id, flagged.chunk_no
        )
    ) as draw_key
from flagged
inner join task on flagged.jedi_task_id = task.jedi_task_id
inner join task_rule on flagged.jedi_task_id = task_rule.jedi_task_id
inner join task_work_queue on flagged.jedi_task_id = task_work_queue.jedi_task_id
cross join snapshot
cross join cfg
