-- severity: note
-- table: task
-- column: parent_tid
-- message: is the task itself, which stands for no parent
select jedi_task_id as row_key from task where parent_tid = jedi_task_id
