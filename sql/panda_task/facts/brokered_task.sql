-- title: what a task that is due asks of nuclei; a known nucleus is kept
-- grain: jedi_task_id, chunk_no
-- source: C045
-- differs: which priority drops the locality check; a task that waits for long is no
-- longer checked in the running system; whose threshold of space counts
select
    task.jedi_task_id,
    0::bigint as chunk_no,
    case when nucleus.nucleus is not null then task.nucleus end as preset_nucleus,
    input_chunk.jedi_task_id is not null as has_chunk,
    task.prod_source_label,
    task.workqueue_id,
    task.gshare,
    task_work_queue.resource_queue_id,
    task_work_queue.work_queue_name,
    if(cfg.threshold_key = 'gshare', task.gshare, task_work_queue.work_queue_name) as threshold_key,
    coalesce(task.current_priority, 0) as priority,
    coalesce(
        if(cfg.locality_prio_field = 'task_priority', task.task_priority, task.current_priority), 0
    ) as locality_priority,
    task.io_intensity,
    task.parent_tid,
    task_rule.t1_weight,
    task_rule.full_chain,
    task_rule.is_input_pre_staging,
    coalesce(
        json_extract(task.task_params, '$.taskBrokerOnMaster')::varchar = 'true', false
    ) as is_on_master,
    task.frozen_time
    < snapshot.snapshot_time - to_days(cfg.data_location_check_period) as is_long_waiting,
    key_of(concat_ws('/', cfg.seed, snapshot.snapshot_id, task.jedi_task_id)) as draw_key
from due_task
inner join task using (jedi_task_id)
inner join task_rule using (jedi_task_id)
inner join task_work_queue using (jedi_task_id)
left join input_chunk on task.jedi_task_id = input_chunk.jedi_task_id and input_chunk.chunk_no = 0
left join nucleus using (nucleus)
cross join snapshot
cross join cfg
