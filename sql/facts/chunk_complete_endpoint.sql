-- title: endpoints where all input datasets of a chunk are regarded as complete
-- grain: jedi_task_id, chunk_no, ddm_endpoint_name
-- note: the intersection over the datasets of the chunk
select chunk_dataset.jedi_task_id, chunk_dataset.chunk_no, input_completeness.ddm_endpoint_name
from chunk_dataset
inner join chunk_input using (jedi_task_id, chunk_no)
inner join input_completeness using (dataset_name)
left join dataset using (dataset_name)
where not chunk_dataset.is_pseudo and not coalesce(dataset.is_distributed, false)
group by chunk_dataset.jedi_task_id, chunk_dataset.chunk_no, input_completeness.ddm_endpoint_name
having count(distinct chunk_dataset.dataset_name) = max(chunk_input.n_datasets)
