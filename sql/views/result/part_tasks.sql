-- title: the tasks of one part, or of all others
select jedi_task_id from part_task where (part_no = ?) = ?
