-- criterion: -nonpreassigned
-- label: preassign check
-- title: the task is pre-assigned to another queue
-- class: policy
-- owner: task
-- source: C286
-- nulls: no pre-assignment passes
-- note: behind the lists of sites
select remaining.*, format('the task is pre-assigned to {}', analysis_task.site_name) as detail
from remaining
inner join analysis_task using (jedi_task_id)
where remaining.queue_name <> analysis_task.site_name
