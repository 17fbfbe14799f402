-- criterion: -full_chain
-- label: full chain check
-- title: the task follows its parent to the parent's nucleus
-- effect: defer
-- class: policy
-- owner: task
-- source: C257, C264
-- nulls: a task without a parent passes
-- differs: only a capable task follows on the page, whatever its parent is
select candidate.*, format('the parent is at {}', parent_nucleus.nucleus) as detail
from candidate
inner join brokered_task using (jedi_task_id, chunk_no)
inner join nucleus using (nucleus)
inner join parent_nucleus using (jedi_task_id)
where candidate.nucleus <> parent_nucleus.nucleus
