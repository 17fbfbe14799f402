-- criterion: -space
-- label: endpoint check
-- title: too little space is left for the work already assigned to the nucleus
-- class: capacity
-- source: C011, C012, C013, C016, C017, C018
-- bounds: exactly the threshold fails on the page, passes in the running system
-- nulls: unknown parts of the space count as 0; no work asks for no space
-- differs: min_free and unavailable space count in the running system only, which takes
-- the threshold of the work queue, not that of the global share
select
    candidate.*,
    coalesce(cfg_share.disk_threshold_share, cfg.disk_threshold) * 1024 as asked,
    if(cfg.space_threshold_op = '>=', '<=', '<') as operator,
    plan_nucleus.least_space as offered,
    'GB' as unit,
    format('space left {} GB, threshold {:.10g} GB', offered, asked) as detail
from candidate
inner join output_plan using (jedi_task_id)
inner join plan_nucleus using (plan_no, nucleus)
inner join brokered_task using (jedi_task_id, chunk_no)
left join cfg_share on brokered_task.threshold_key = cfg_share.gshare
cross join cfg
where not exceeds(offered, asked, cfg.space_threshold_op)
