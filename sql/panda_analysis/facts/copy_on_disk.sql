-- title: copies on disk that a queue finds of the input of a chunk
-- grain: jedi_task_id, chunk_no, dataset_name, queue_name, ddm_endpoint_name
-- note: copies of a virtual placement are complete, and there only where the chunk may
-- use them; a container is complete where all its constituents are; to a merge chunk
-- every copy is
with
    asked as (
        select
            chunk_dataset.jedi_task_id,
            chunk_dataset.chunk_no,
            chunk_dataset.dataset_name,
            analysis_chunk.is_merging,
            chunk_source.may_use_vp,
            count(distinct input_element.element_name) as n_elements
        from chunk_dataset
        inner join analysis_chunk using (jedi_task_id, chunk_no)
        inner join chunk_source using (jedi_task_id, chunk_no)
        inner join input_element using (dataset_name)
        where not chunk_dataset.is_pseudo
        group by all
    )

select
    asked.jedi_task_id,
    asked.chunk_no,
    asked.dataset_name,
    queue_endpoint_use.queue_name,
    queue_endpoint_use.ddm_endpoint_name,
    asked.is_merging
    or count(distinct dataset_replica.dataset_name) filter (
        coalesce(dataset_replica.is_vp, false)
        or dataset_replica.n_files_found = dataset_replica.n_files_total
    )
    = asked.n_elements as is_complete,
    list(distinct dataset_replica.dataset_name order by dataset_replica.dataset_name) filter (
        coalesce(dataset_replica.is_vp, false)
        or dataset_replica.n_files_found = dataset_replica.n_files_total
    ) as complete_elements
from asked
inner join input_element using (dataset_name)
inner join dataset_replica on input_element.element_name = dataset_replica.dataset_name
inner join queue_endpoint_use using (ddm_endpoint_name)
where
    queue_endpoint_use.is_input
    and not queue_endpoint_use.is_tape
    and (asked.may_use_vp or not coalesce(dataset_replica.is_vp, false))
group by
    asked.jedi_task_id,
    asked.chunk_no,
    asked.dataset_name,
    asked.is_merging,
    asked.n_elements,
    queue_endpoint_use.queue_name,
    queue_endpoint_use.ddm_endpoint_name
