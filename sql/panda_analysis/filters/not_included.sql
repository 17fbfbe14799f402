-- criterion: -notincluded
-- label: include/exclude check
-- title: the task includes other queues only
-- class: policy
-- owner: task
-- source: C285, C286
-- nulls: a task without includedSite, and without a list in site, passes
-- differs: exact names on the page; the running system holds to the list with split
-- rule LS only, and takes "*" for any text
-- note: a list with AUTO is looked at by the set rule not_in_auto_list
select candidate.*, 'not among the queues that the task includes' as detail
from candidate
inner join task_sites using (jedi_task_id)
left join listed_queue using (jedi_task_id, queue_name)
where
    task_sites.has_included
    and not task_sites.is_auto
    and not coalesce(listed_queue.is_included, false)
