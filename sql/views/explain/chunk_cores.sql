-- title: cores that the jobs of each task ask for in all
-- grain: jedi_task_id
-- note: jobs of a chunk are as the splitter says, else the files of the master by the
-- files per job, else one
with
    masters as (
        select jedi_task_id, max(n_files) as n_files
        from task_dataset
        where type = 'input' and master_id is null
        group by jedi_task_id
    )

select
    input_chunk.jedi_task_id,
    sum(
        greatest(
            coalesce(
                case when input_chunk.is_merging then task.merge_core_count end, task.core_count, 1
            ),
            1
        ) * coalesce(
            input_chunk.n_jobs,
            ceil(masters.n_files::double / nullif(split_rule(task.split_rule, 'NF'), 0)),
            1
        )
    )::bigint as n_cores
from input_chunk
inner join task using (jedi_task_id)
left join masters using (jedi_task_id)
group by input_chunk.jedi_task_id
