-- title: items of the lists of included and excluded sites of a task
-- grain: jedi_task_id, is_exclusion, is_named, name
-- source: C286
-- differs: see listed_queue; a pseudo queue stands for its family (9.2)
-- note: the queues of a list in task.site are included as those of includedSite; a
-- task.site that is no queue may be an endpoint: its queues stand for the list, which
-- binds no more; in the running system it does not bind either where the name is unknown
with
    endpoints as (
        select
            analysis_task.jedi_task_id,
            false as is_exclusion,
            false as is_named,
            queue_endpoint_use.queue_name as item
        from analysis_task
        inner join task using (jedi_task_id)
        inner join queue_endpoint_use on task.site = queue_endpoint_use.ddm_endpoint_name
        inner join unified_queue using (queue_name)
        where
            analysis_task.site_name is null
            and queue_endpoint_use.is_input
            and unified_queue.runs_analysis
    )

select distinct
    listed.jedi_task_id,
    listed.is_exclusion,
    listed.is_named,
    not listed.is_named
    or (
        bool_and(listed.is_named) over (partition by listed.jedi_task_id)
        and (
            cfg.site_list_mode = 'exact'
            or coalesce(task.site, '') = ''
            or analysis_task.site_name is not null
        )
    ) as is_binding,
    if(cfg.site_list_mode = 'exact', split_part(listed.item, '/', 1), listed.item) as name,
    case
        when cfg.site_list_mode <> 'exact' and contains(listed.item, '*')
        then replace(listed.item, '*', '.*')
    end as pattern
from
    (
        select jedi_task_id, is_exclusion, true as is_named, item
        from site_item
        union all
        select jedi_task_id, false as is_exclusion, true as is_named, queue_name as item
        from site_queue
        where not is_single
        union all
        select jedi_task_id, is_exclusion, is_named, item
        from endpoints
    ) as listed
inner join task using (jedi_task_id)
inner join analysis_task using (jedi_task_id)
cross join cfg
where listed.item <> ''
