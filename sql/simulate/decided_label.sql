-- title: the labels of the work that is decided; jobs of others stay as they are
-- grain: prod_source_label
-- source: docs/simulate.md
select distinct task.prod_source_label
from result
inner join task using (jedi_task_id)
where task.prod_source_label is not null
