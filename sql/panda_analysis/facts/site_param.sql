-- title: lists of included and excluded sites as the task states them
-- grain: jedi_task_id, is_exclusion
select
    analysis_task.jedi_task_id,
    unnest([false, true]) as is_exclusion,
    unnest(
        [
            json_extract(task.task_params, '$.includedSite'),
            json_extract(task.task_params, '$.excludedSite')
        ]
    ) as content
from analysis_task
inner join task using (jedi_task_id)
cross join cfg
where cfg.site_list_mode = 'exact' or analysis_task.has_limited_sites
