-- title: leave the jobs of the wanted tasks only
delete from unit
where
    unit.jedi_task_id is null
    or unit.jedi_task_id not in (select wanted_task.jedi_task_id from wanted_task)
