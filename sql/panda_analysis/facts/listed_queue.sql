-- title: queues that a task's lists of included and excluded sites name
-- grain: jedi_task_id, queue_name
-- source: C289
-- differs: exact names wherever they are given, on the page; the running system reads
-- them with the split rule LS only, "*" makes an item a pattern
select
    site_list.jedi_task_id,
    unified_queue.queue_name,
    bool_or(not site_list.is_exclusion and site_list.is_binding) as is_included,
    bool_or(not site_list.is_exclusion and site_list.is_named) as is_named,
    bool_or(site_list.is_exclusion) as is_excluded
from site_list
inner join
    unified_queue
    on case
        when site_list.pattern is not null
        then contains_pattern(unified_queue.queue_name, site_list.pattern)
        else unified_queue.queue_name = site_list.name
    end
group by site_list.jedi_task_id, unified_queue.queue_name
