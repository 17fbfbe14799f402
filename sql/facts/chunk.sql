-- title: a chunk of a task, the unit of decision, with the features that rules read
-- grain: jedi_task_id, chunk_no
with

    urgent as (
        select
            chunk_flag.*,
            chunk_flag.is_scout
            or chunk_flag.priority >= cfg.top_prio as is_scout_or_top
        from chunk_flag
        cross join cfg
    )

select
    urgent.*,
    task.prod_source_label,
    task.gshare,
    coalesce(task.resource_type, '') as resource_type,
    case when urgent.work <> 'task' then task.nucleus end as nucleus,
    coalesce(task.io_intensity, 0) as io_intensity,
    if(urgent.is_express, 'Express', 'Production Output') as transfer_activity,
    urgent.is_es and not task_rule.uses_job_cloning as is_es_pure,
    case
        when urgent.n_cores > 1
        then 'only'
        when urgent.n_cores = 0 and urgent.is_scout_or_top and urgent.work <> 'analysis'
        then 'only'
        when urgent.n_cores = 0
        then 'any'
        else 'unuse'
    end as core_mode,
    if(urgent.is_preassigned, cfg.preassign_exempts, []) || if(
        urgent.is_single_preassigned, cfg.preassign_single_exempts, []
    ) as exempt_from,
    task_work_queue.resource_queue_id,
    task_work_queue.work_queue_name,
    task_work_queue.work_queue_tag,
    key_of(
        concat_ws(
            '/', cfg.seed, snapshot.snapshot_id, urgent.jedi_task_id, urgent.chunk_no
        )
    ) as draw_key
from urgent
inner join task using (jedi_task_id)
inner join task_rule using (jedi_task_id)
inner join task_work_queue using (jedi_task_id)
cross join snapshot
cross join cfg
