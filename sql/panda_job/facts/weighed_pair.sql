-- title: pairs that are weighed: all that no filter took
-- grain: jedi_task_id, chunk_no, queue_name
-- kind: view
select jedi_task_id, chunk_no, queue_name, unified_name from survivor
