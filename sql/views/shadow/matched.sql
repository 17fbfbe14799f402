-- The chunk that a decision of the log is about: of an analysis that of the dataset, of
-- a production the one of the same place in the order of the task's chunks. A broker
-- that comes back to a task begins with its first chunk again.
create or replace temp table matched as
with
    chunks as (
        select
            input_chunk.jedi_task_id,
            input_chunk.chunk_no,
            master.dataset_id,
            row_number() over (
                partition by input_chunk.jedi_task_id order by input_chunk.chunk_no
            )
            - 1 as place,
            count(*) over (partition by input_chunk.jedi_task_id) as n_chunks,
            row_number() over (
                partition by input_chunk.jedi_task_id, master.dataset_id
                order by input_chunk.chunk_no
            )
            - 1 as place_of_dataset,
            count(*) over (
                partition by input_chunk.jedi_task_id, master.dataset_id
            ) as n_chunks_of_dataset
        from input_chunk
        left join
            (
                select
                    task_file.jedi_task_id,
                    task_file.chunk_no,
                    min(task_dataset.dataset_id) as dataset_id
                from task_file
                inner join task_dataset using (jedi_task_id, dataset_id)
                where task_dataset.master_id is null
                group by all
            ) as master
            using (jedi_task_id, chunk_no)
    )

select
    log_decision.*,
    task.jedi_task_id is not null as has_task,
    task.modification_time,
    if(log_decision.broker = 'task', 0, chunks.chunk_no) as chunk_no
from log_decision
left join task using (jedi_task_id)
left join
    chunks
    on log_decision.jedi_task_id = chunks.jedi_task_id
    and (
        (
            log_decision.broker = 'job' and log_decision.ordinal % chunks.n_chunks = chunks.place
        )
        or (
            log_decision.broker = 'analysis'
            and log_decision.dataset_id = chunks.dataset_id
            and log_decision.ordinal % chunks.n_chunks_of_dataset = chunks.place_of_dataset
        )
        or (log_decision.broker = 'task' and chunks.place = 0)
    )
;
