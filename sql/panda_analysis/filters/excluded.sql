-- criterion: -excluded
-- label: include/exclude check
-- title: the task excludes the queue
-- class: policy
-- owner: task
-- source: C284
-- nulls: a task without excludedSite passes
-- differs: exact names on the page; in the running system "*" stands for any text
select candidate.*, 'in the list excludedSite' as detail
from candidate
inner join listed_queue using (jedi_task_id, queue_name)
where listed_queue.is_excluded
