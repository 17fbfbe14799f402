-- title: part of the storage that is free
-- source: C036, C037, C043
-- nulls: no output endpoint, or one of unknown size, is 1
-- differs: free and expired space on the page, less what assigned work needs in the
-- running system
select
    survivor.*,
    coalesce(
        case
            when cfg.task_weight_space = 'free_expired'
            then plan_nucleus.weighed_usable
            else plan_nucleus.weighed_space
        end
        / plan_nucleus.weighed_total::double,
        1
    ) as space
from survivor
inner join output_plan using (jedi_task_id)
left join plan_nucleus using (plan_no, nucleus)
cross join cfg
