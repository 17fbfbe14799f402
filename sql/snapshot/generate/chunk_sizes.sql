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
    using (jedi_task_id, dataset_id)
group by task_file.jedi_task_id, task_file.chunk_no
;
