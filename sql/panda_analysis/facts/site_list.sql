-- title: items of the lists of included and excluded sites of a task
-- grain: jedi_task_id, is_exclusion, name
-- source: spec/analysis-and-software.md 1.0 steps 2 and 4; a task.site that is no queue
-- source: may be an endpoint, whose queues are included
-- differs: see listed_queue; a pseudo queue stands for its family (9.2)
with

    params as (
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
        inner join task on analysis_task.jedi_task_id = task.jedi_task_id
        cross join cfg
        where cfg.site_list_mode = 'exact' or analysis_task.has_limited_sites
    ),

    items as (
        select
            params.jedi_task_id,
            params.is_exclusion,
            trim(
                unnest(
                    case
                        when json_type(params.content) = 'ARRAY'
                        then json_extract_string(params.content, '$[*]')
                        else string_split(params.content ->> '$', ',')
                    end
                )
            ) as item
        from params
        where params.content is not null
    ),

    endpoints as (
        select
            analysis_task.jedi_task_id,
            false as is_exclusion,
            queue_endpoint_use.queue_name as item
        from analysis_task
        inner join task on analysis_task.jedi_task_id = task.jedi_task_id
        inner join
            queue_endpoint_use on task.site = queue_endpoint_use.ddm_endpoint_name
        inner join
            unified_queue on queue_endpoint_use.queue_name = unified_queue.queue_name
        where
            analysis_task.site_name is null
            and queue_endpoint_use.is_input
            and unified_queue.runs_analysis
    )

select distinct
    items.jedi_task_id,
    items.is_exclusion,
    case
        when cfg.site_list_mode = 'exact'
        then split_part(items.item, '/', 1)
        else items.item
    end as name,
    case
        when cfg.site_list_mode <> 'exact' and contains(items.item, '*')
        then replace(items.item, '*', '.*')
    end as pattern
from
    (
        select items.jedi_task_id, items.is_exclusion, items.item
        from items
        union all
        select endpoints.jedi_task_id, endpoints.is_exclusion, endpoints.item
        from endpoints
    ) as items
cross join cfg
where items.item <> ''
