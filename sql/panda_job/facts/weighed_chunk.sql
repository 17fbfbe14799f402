-- title: what weights and caps read of a chunk, looked up once for all its queues
-- grain: jedi_task_id, chunk_no
-- source: C063, C064
-- differs: event service of high priority counts its share at eshigh queues, not its
-- work queue; which chunks count no I/O and know no cap
select
    chunk.jedi_task_id,
    chunk.chunk_no,
    chunk.nucleus,
    chunk.transfer_activity,
    chunk.resource_type,
    task_work_queue.work_queue_tag,
    chunk.gshare as share_tag,
    case
        when task_work_queue.resource_queue_id is null
        then chunk.gshare
        else task_work_queue.resource_queue_id || '/' || chunk.prod_source_label
    end as load_tag,
    coalesce(task_work_queue.resource_queue_id::varchar, chunk.gshare) as rt_tag,
    chunk.is_es_pure and chunk_scout.is_scout_or_top as is_top_es,
    chunk.is_merging,
    chunk.is_express,
    chunk.is_express and list_contains(cfg.cap_exempts, 'express') as is_uncapped,
    chunk.priority <= cfg.max_prio_to_bootstrap as is_low_prio,
    coalesce(list_contains(preassigned_chunk.exempt_from, '-nopilot'), false) as is_without_pilots,
    chunk_scout.is_scout_or_top
    and not chunk.is_es
    and preassigned_chunk.preassignment_no is null as is_urgent,
    chunk.io_intensity > cfg.nucleus_io_intensity as is_io_intensive,
    chunk.io_intensity > cfg.io_intensity_cutoff
    and not (chunk.is_merging and list_contains(cfg.io_exempts, 'merging'))
    and not (chunk.is_es_pure and list_contains(cfg.io_exempts, 'event_service'))
    and not coalesce(list_contains(preassigned_chunk.exempt_from, '-io'), false) as is_io_checked,
    task_rule.t1_weight,
    task_rule.has_jumbo,
    coalesce(chunk.use_jumbo, '') not in ('fake', 'only') as is_jumbo_apart,
    coalesce(cfg_share.nqueuelimitsite, cfg.cap_floor) as cutoff,
    coalesce(of_share.min_weight, of_label.min_weight) as min_weight,
    software_request.software_no,
    chunk.draw_key
from chunk
inner join chunk_scout using (jedi_task_id, chunk_no)
inner join task_rule using (jedi_task_id)
inner join task_work_queue using (jedi_task_id)
left join preassigned_chunk using (jedi_task_id, chunk_no)
left join software_request using (jedi_task_id)
left join cfg_share using (gshare)
left join cfg_label as of_share on chunk.prod_source_label || '_' || chunk.gshare = of_share.label
left join cfg_label as of_label on chunk.prod_source_label = of_label.label
cross join cfg
