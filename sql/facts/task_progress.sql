-- title: how far each task is: files done, jobs left
-- grain: jedi_task_id
-- nulls: unknown where there are no files, or the task's jobs are not known
-- note: files of the master datasets
with
    files as (
        select
            jedi_task_id, sum(n_files) as n_files, sum(coalesce(n_files_finished, 0)) as n_finished
        from task_dataset
        where type in ('input', 'pseudo_input') and master_id is null
        group by jedi_task_id
    )

select
    files.jedi_task_id,
    files.n_files::bigint as n_files,
    files.n_finished::bigint as n_finished,
    100::double * files.n_finished / nullif(files.n_files, 0) as finished_percent,
    trunc(
        task.n_jobs::double * (files.n_files - files.n_finished) / nullif(files.n_files, 0)
    )::bigint as n_remaining_jobs
from files
inner join task using (jedi_task_id)
