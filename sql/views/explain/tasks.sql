-- title: all tasks of a snapshot, and whether there is something to decide
-- grain: jedi_task_id
select
    task.jedi_task_id,
    task.processing_type,
    task.status,
    task.prod_source_label,
    count(input_chunk.chunk_no) as n_chunks
from task
left join input_chunk using (jedi_task_id)
group by all
order by task.jedi_task_id
