-- title: tasks of which loading let no row in
-- grain: jedi_task_id
-- nulls: rows without a readable key are reported by loading alone
select
    refused_row.jedi_task_id, refused_row.status, refused_row.prod_source_label, refused_row.reason
from refused_row
left join task using (jedi_task_id)
where
    refused_row.table_name = 'task'
    and refused_row.jedi_task_id is not null
    and task.jedi_task_id is null
