-- title: what the list of included sites means for a task as a whole
-- grain: jedi_task_id
select
    analysis_task.jedi_task_id,
    count(site_list.name) filter (not site_list.is_exclusion) > 0 as has_included,
    count(site_list.name) filter (not site_list.is_exclusion and site_list.is_named)
    > 0 as has_named,
    coalesce(
        bool_or(site_list.name = 'AUTO' and not site_list.is_exclusion and site_list.is_binding),
        false
    ) as is_auto
from analysis_task
left join site_list using (jedi_task_id)
group by analysis_task.jedi_task_id
