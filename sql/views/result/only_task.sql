-- title: of all that a cycle decides about, leave one task
delete from x_unit where x_unit.jedi_task_id <> ?
