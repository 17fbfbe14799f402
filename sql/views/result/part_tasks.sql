-- title: the tasks of one part, or of all others
select part_task.jedi_task_id from part_task where (part_task.part_no = ?) = ?
