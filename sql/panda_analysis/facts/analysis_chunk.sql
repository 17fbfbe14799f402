-- title: chunks of analysis tasks, and what they say of virtual placements
-- grain: jedi_task_id, chunk_no
select
    chunk_flag.jedi_task_id,
    chunk_flag.chunk_no,
    chunk_flag.is_merging,
    not (
        chunk_flag.is_merging
        or analysis_task.avoids_vp
        or analysis_task.is_scouting
        or task_rule.uses_local_io
    ) as may_use_vp,
    count(distinct chunk_dataset.dataset_name) filter (
        not chunk_dataset.is_pseudo
    ) as n_datasets
from chunk_flag
inner join analysis_task using (jedi_task_id)
inner join task_rule using (jedi_task_id)
left join chunk_dataset using (jedi_task_id, chunk_no)
where chunk_flag.work = 'analysis'
group by all
