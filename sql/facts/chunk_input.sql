-- title: is the input of a chunk complete somewhere, and can it leave that place?
-- grain: jedi_task_id, chunk_no
-- note: pre-staged input is complete by promise
with
    datasets as (
        select
            chunk_dataset.jedi_task_id,
            chunk_dataset.chunk_no,
            chunk_dataset.dataset_name,
            coalesce(bool_or(input_completeness.is_lan_readable), false) as is_lan_readable,
            coalesce(bool_or(input_completeness.is_wan_readable), false) as is_wan_readable
        from chunk_dataset
        left join dataset using (dataset_name)
        left join input_completeness using (dataset_name)
        where not chunk_dataset.is_pseudo and not coalesce(dataset.is_distributed, false)
        group by chunk_dataset.jedi_task_id, chunk_dataset.chunk_no, chunk_dataset.dataset_name
    )

select
    input_chunk.jedi_task_id,
    input_chunk.chunk_no,
    count(datasets.dataset_name) as n_datasets,
    bool_or(task_rule.is_input_pre_staging)
    or coalesce(bool_and(datasets.is_wan_readable), true) as has_remote_source,
    min(datasets.dataset_name) filter (
        where not datasets.is_lan_readable and not datasets.is_wan_readable
    ) as incomplete_dataset
from input_chunk
inner join task_rule using (jedi_task_id)
left join datasets using (jedi_task_id, chunk_no)
group by input_chunk.jedi_task_id, input_chunk.chunk_no
