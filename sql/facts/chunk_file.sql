-- title: input files of each chunk; a file name counts once, whatever datasets list it
-- grain: jedi_task_id, chunk_no, lfn
-- source: C063, C064, C132
-- note: files that the same datasets list share a group; those of pseudo input are none
-- that can be moved
with
    files as (
        select
            task_file.jedi_task_id,
            task_file.chunk_no,
            task_file.lfn,
            arg_min(task_file.scope, (task_file.dataset_id, task_file.file_id)) as scope,
            arg_min(
                coalesce(task_file.fsize, 0), (task_file.dataset_id, task_file.file_id)
            ) as fsize,
            arg_min(task_file.file_id, (task_file.dataset_id, task_file.file_id)) as file_id,
            list(distinct task_file.dataset_id order by task_file.dataset_id) as dataset_ids
        from task_file
        inner join chunk_dataset using (jedi_task_id, chunk_no, dataset_id)
        where not chunk_dataset.is_pseudo
        group by task_file.jedi_task_id, task_file.chunk_no, task_file.lfn
    )

select files.*, dense_rank() over (order by jedi_task_id, chunk_no, dataset_ids) as group_no
from files
