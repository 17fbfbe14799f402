-- criterion: -notincluded
-- label: include/exclude check
-- title: a queue of the task's list is left, so that others are not needed
-- class: policy
-- owner: task
-- source: running system
-- bounds: a single listed queue is enough
-- nulls: a list without AUTO is the filter not_included
-- note: a list with AUTO keeps the others aside
with
    listed as (
        select
            remaining.jedi_task_id,
            remaining.chunk_no,
            remaining.round,
            remaining.pseudo_queue,
            coalesce(listed_queue.is_included, false) as is_included,
            bool_or(listed_queue.is_included) over (
                partition by remaining.jedi_task_id, remaining.chunk_no, remaining.round
            ) as has_included
        from remaining
        inner join task_sites using (jedi_task_id)
        left join listed_queue using (jedi_task_id, queue_name)
        where task_sites.is_auto
    )

select
    listed.*,
    'neither in includedSite nor named by task.site, and a queue that is remains' as detail
from listed
where has_included and not is_included
