-- title: of chunks, and of tasks that wait for a nucleus, leave those wanted only; of
-- those refused while loading, too
delete from input_chunk
where input_chunk.jedi_task_id not in (select wanted_task.jedi_task_id from wanted_task)
;

delete from task
where
    task.status = 'assigning'
    and task.jedi_task_id not in (select wanted_task.jedi_task_id from wanted_task)
;

delete from quarantine
where
    quarantine.table_name in ('task', 'input_chunk')
    and try_cast(split_part(quarantine.row_key, ', ', 1) as bigint)
    not in (select wanted_task.jedi_task_id from wanted_task)
