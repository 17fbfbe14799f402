-- Files, bytes and events of the chunks.
create or replace temp table world_chunk as
select
    task_file.jedi_task_id,
    task_file.chunk_no,
    count(*) filter (where task_dataset.master_id is null) as n_master,
    max(task_file.fsize) filter (where task_dataset.master_id is null)
    as master_bytes,
    max(task_file.n_events) filter (where task_dataset.master_id is null)
    as master_events,
    sum(task_file.fsize) filter (where task_dataset.master_id is not null)
    as other_bytes
from task_file
inner join
    task_dataset
    on task_file.jedi_task_id = task_dataset.jedi_task_id
    and task_file.dataset_id = task_dataset.dataset_id
group by task_file.jedi_task_id, task_file.chunk_no
;
