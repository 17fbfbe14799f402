-- criterion: -remoteio
-- label: disk check
-- title: the task reads input directly only, the queue has no direct access
-- class: never_fits
-- source: C080, O031
-- nulls: unknown direct access is none; merge jobs are not checked
select candidate.*, 'no direct access over LAN, the task allows nothing else' as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join task_rule using (jedi_task_id)
inner join unified_queue using (queue_name)
cross join cfg
where
    task_rule.allow_input_lan = cfg.input_lan_only
    and not chunk.is_merging
    and not unified_queue.direct_access_lan
    and unified_queue.max_input_size is distinct from -1
