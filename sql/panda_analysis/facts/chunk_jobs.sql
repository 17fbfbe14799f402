-- title: jobs that the splitter is expected to make of a chunk
-- grain: jedi_task_id, chunk_no
-- note: where the snapshot has none: master files / nFilesPerJob, else 1
with
    files as (
        select
            task_file.jedi_task_id, task_file.chunk_no, count(distinct task_file.file_id) as n_files
        from task_file
        inner join chunk_dataset using (jedi_task_id, chunk_no, dataset_id)
        where chunk_dataset.is_master
        group by task_file.jedi_task_id, task_file.chunk_no
    )

select
    input_chunk.jedi_task_id,
    input_chunk.chunk_no,
    coalesce(
        input_chunk.n_jobs, ceil(files.n_files / analysis_task.n_files_per_job::double)::bigint, 1
    ) as n_jobs
from input_chunk
inner join analysis_task using (jedi_task_id)
left join files using (jedi_task_id, chunk_no)
