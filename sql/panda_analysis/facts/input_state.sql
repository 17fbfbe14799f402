-- title: what is known of each input dataset of a chunk over all queues of the frame
-- grain: jedi_task_id, chunk_no, dataset_name
-- note: a name with "/" at its end counts as distributed; what no queue of the frame
-- holds does not, nor do database releases (ddo)
with
    seen as (
        select
            jedi_task_id,
            chunk_no,
            dataset_name,
            bool_or(input_at_queue.is_on_disk) as is_on_disk,
            bool_or(input_at_queue.is_on_disk or is_on_tape or is_seen) as is_complete
        from input_at_queue
        group by jedi_task_id, chunk_no, dataset_name
    ),
    inputs as (
        select distinct
            chunk_dataset.jedi_task_id, chunk_dataset.chunk_no, chunk_dataset.dataset_name
        from chunk_dataset
        inner join analysis_task using (jedi_task_id)
        where not chunk_dataset.is_pseudo
    )

select
    inputs.jedi_task_id,
    inputs.chunk_no,
    inputs.dataset_name,
    seen.dataset_name is not null
    and not starts_with(inputs.dataset_name, 'ddo')
    and (
        ends_with(inputs.dataset_name, '/')
        or (coalesce(dataset.is_distributed, false) and not seen.is_complete)
    ) as is_distributed,
    coalesce(seen.is_on_disk, false) as is_at_some_disk,
    not coalesce(input_source.is_truly_on_disk, false) as is_nowhere_whole,
    coalesce(input_source.is_on_disk or input_source.is_on_tape, false) as is_online,
    coalesce(input_source.has_remote_source, false) as has_remote_source
from inputs
left join dataset using (dataset_name)
left join input_source using (dataset_name)
left join seen using (jedi_task_id, chunk_no, dataset_name)
