-- title: the chunks of a task
-- grain: chunk_no
select chunk_no from decision where policy = ? and jedi_task_id = ? order by chunk_no
