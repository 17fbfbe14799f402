-- title: jobs that the splitter makes of a chunk
-- grain: jedi_task_id, chunk_no
-- nulls: unknown or 0: the files of the master dataset by those of a job, where neither
-- is known 1
with
    masters as (
        select chunk_master.jedi_task_id, chunk_master.chunk_no, count(*) as n_files
        from chunk_master
        inner join task_file using (jedi_task_id, chunk_no, dataset_id)
        group by chunk_master.jedi_task_id, chunk_master.chunk_no
    )

select
    input_chunk.jedi_task_id,
    input_chunk.chunk_no,
    coalesce(
        nullif(input_chunk.n_jobs, 0),
        ceil(masters.n_files / nullif(task_rule.n_files_per_job, 0)::double)::bigint,
        1
    ) as n_jobs,
    coalesce(nullif(input_chunk.n_jobs, 0), task_rule.n_files_per_job, 0) = 0 as is_guessed
from input_chunk
inner join task_rule using (jedi_task_id)
left join masters using (jedi_task_id, chunk_no)
