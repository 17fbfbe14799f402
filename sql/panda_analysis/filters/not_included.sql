-- criterion: -notincluded
-- label: include/exclude check
-- title: the task includes other queues only
-- effect: drop
-- class: policy
-- source: C285
-- nulls: no list passes
-- differs: which names a list holds, see the fact listed_queue
-- note: a list with AUTO is looked at by the set rule not_in_auto_list
select candidate.*, 'not in the list includedSite' as detail
from candidate
inner join task_sites using (jedi_task_id)
left join listed_queue using (jedi_task_id, queue_name)
where
    task_sites.has_included
    and not task_sites.is_auto
    and not coalesce(listed_queue.is_included, false)
