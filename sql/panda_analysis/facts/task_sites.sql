-- title: what the list of included sites means for a task as a whole
-- grain: jedi_task_id
-- differs: an empty list includes no queue in the running system, and is none on the page
select
    analysis_task.jedi_task_id,
    count(site_list.name) filter (not site_list.is_exclusion and site_list.is_binding) > 0
    or (
        cfg.site_list_mode <> 'exact'
        and bool_or(coalesce(json_type(site_param.content) = 'ARRAY', false))
        and count(site_list.name) filter (not site_list.is_exclusion) = 0
    ) as has_included,
    count(site_list.name) filter (not site_list.is_exclusion and site_list.is_named)
    > 0 as has_named,
    coalesce(
        bool_or(site_list.name = 'AUTO' and not site_list.is_exclusion and site_list.is_binding),
        false
    ) as is_auto
from analysis_task
left join site_list using (jedi_task_id)
left join
    site_param
    on analysis_task.jedi_task_id = site_param.jedi_task_id
    and not site_param.is_exclusion
cross join cfg
group by analysis_task.jedi_task_id, cfg.site_list_mode
