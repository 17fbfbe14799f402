-- criterion: -full_chain
-- label: full chain check
-- title: the task follows its parent to the parent's nucleus
-- effect: drop
-- class: policy
-- source: C257, C264
-- nulls: a task without a parent passes
-- differs: only a capable task follows on the page, whatever its parent is
select
    passed.jedi_task_id,
    passed.chunk_no,
    passed.queue_name,
    format('the parent is at {}', parent_nucleus.nucleus) as detail
from passed
inner join brokered_task using (jedi_task_id)
inner join nucleus on passed.queue_name = nucleus.nucleus
inner join parent_nucleus using (jedi_task_id)
where passed.queue_name <> parent_nucleus.nucleus
