-- criterion: -notincluded
-- label: include/exclude check
-- title: the task includes other queues only
-- effect: drop
-- class: policy
-- source: C285
-- nulls: no list passes
-- differs: 9, row 41, see the fact listed_queue
-- note: a list with AUTO is a set rule
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    'not in the list includedSite' as detail
from candidate
inner join task_sites using (jedi_task_id)
left join
    listed_queue
    on candidate.jedi_task_id = listed_queue.jedi_task_id
    and candidate.unified_name = listed_queue.queue_name
where
    task_sites.has_included
    and not task_sites.is_auto
    and not coalesce(listed_queue.is_included, false)
