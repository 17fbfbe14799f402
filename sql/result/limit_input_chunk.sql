-- title: leave the chunks of the wanted tasks only
delete from input_chunk
where input_chunk.jedi_task_id not in (select wanted_task.jedi_task_id from wanted_task)
