-- criterion: -full_chain
-- label: full chain check
-- title: the task follows its parent to the parent's nucleus
-- class: policy
-- owner: task
-- source: C257, C264
-- nulls: a task without a parent passes
-- differs: only a capable task follows on the page, whatever its parent is
select passed.*, format('the parent is at {}', parent_nucleus.nucleus) as detail
from passed
inner join brokered_task using (jedi_task_id)
inner join nucleus using (nucleus)
inner join parent_nucleus using (jedi_task_id)
where passed.nucleus <> parent_nucleus.nucleus
