-- title: chunks of analysis tasks, and what they say of virtual placements
-- grain: jedi_task_id, chunk_no
select
    chunk.jedi_task_id,
    chunk.chunk_no,
    chunk.is_merging,
    not (
        chunk.is_merging
        or analysis_task.avoids_vp
        or analysis_task.is_scouting
        or task_rule.uses_local_io
    ) as may_use_vp,
    count(distinct chunk_dataset.dataset_name) filter (not chunk_dataset.is_pseudo) as n_datasets
from chunk
inner join analysis_task using (jedi_task_id)
inner join task_rule using (jedi_task_id)
left join chunk_dataset using (jedi_task_id, chunk_no)
where chunk.work = 'analysis'
group by all
