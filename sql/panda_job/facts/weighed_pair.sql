-- title: pairs that are weighed: all that no filter took
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- kind: view
select jedi_task_id, chunk_no, pseudo_queue, queue_name from survivor
