-- title: free space, up to a cut-off
-- source: C036, C037, C042
-- nulls: no output endpoint, or one of unknown size, is 1; less than nothing is 0
-- differs: free space in TB on the page, whole TB of what is left in the running system
select
    survivor.*,
    case
        when plan_nucleus.weighed_total is null
        then 1
        when cfg.task_weight_space = 'free_expired'
        then least(cfg.free_disk_cutoff, greatest(plan_nucleus.weighed_free, 0) / 1024)
        else least(cfg.free_disk_cutoff, floor(plan_nucleus.weighed_space / 1024))
    end::double as free
from survivor
inner join output_plan using (jedi_task_id)
left join plan_nucleus using (plan_no, nucleus)
cross join cfg
