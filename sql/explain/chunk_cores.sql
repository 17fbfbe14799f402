-- title: cores that the jobs of each task ask for in all
-- grain: jedi_task_id
-- source: design/interfaces.md, "Work" of a task; jobs of a chunk are as the splitter
-- source: says, else the files of the master by the files per job, else one
with
    masters as (
        select task_dataset.jedi_task_id, max(task_dataset.n_files) as n_files
        from task_dataset
        where task_dataset.type = 'input' and task_dataset.master_id is null
        group by task_dataset.jedi_task_id
    )

select
    chunk.jedi_task_id,
    sum(
        greatest(coalesce(chunk.n_cores, 1), 1) * coalesce(
            input_chunk.n_jobs,
            ceil(masters.n_files::double / nullif(task_rule.n_files_per_job, 0)),
            1
        )
    )::bigint as n_cores
from chunk
inner join
    input_chunk
    on chunk.jedi_task_id = input_chunk.jedi_task_id
    and chunk.chunk_no = input_chunk.chunk_no
inner join task_rule on chunk.jedi_task_id = task_rule.jedi_task_id
left join masters on chunk.jedi_task_id = masters.jedi_task_id
group by chunk.jedi_task_id
