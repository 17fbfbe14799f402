-- title: endpoints where all input datasets of a chunk are regarded as complete
-- grain: jedi_task_id, chunk_no, ddm_endpoint_name
-- source: spec/production.md 4.3, the intersection over the datasets of the chunk
select
    chunk_dataset.jedi_task_id,
    chunk_dataset.chunk_no,
    input_completeness.ddm_endpoint_name
from chunk_dataset
inner join
    chunk_input
    on chunk_dataset.jedi_task_id = chunk_input.jedi_task_id
    and chunk_dataset.chunk_no = chunk_input.chunk_no
inner join
    input_completeness on chunk_dataset.dataset_name = input_completeness.dataset_name
left join dataset on chunk_dataset.dataset_name = dataset.dataset_name
where not chunk_dataset.is_pseudo and not coalesce(dataset.is_distributed, false)
group by
    chunk_dataset.jedi_task_id,
    chunk_dataset.chunk_no,
    input_completeness.ddm_endpoint_name
having count(distinct chunk_dataset.dataset_name) = max(chunk_input.n_datasets)
