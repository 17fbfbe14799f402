-- title: what a gate says of one task is taken back
delete from $gate where jedi_task_id = ?
