-- title: all tasks of a snapshot, and whether there is something to decide
-- grain: jedi_task_id
select
    task.jedi_task_id,
    task.processing_type,
    task.status,
    task.prod_source_label,
    task.cloud,
    task.nucleus,
    date_diff('second', task.modification_time, snapshot.snapshot_time) as changed_s,
    count(input_chunk.chunk_no) as n_chunks
from task
left join input_chunk using (jedi_task_id)
cross join snapshot
group by all
order by task.jedi_task_id
