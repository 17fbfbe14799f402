-- title: copies on disk that a queue finds of an input dataset
-- grain: dataset_name, is_merging, may_use_vp, queue_name, ddm_endpoint_name
-- note: for chunks that merge or not, and may use virtual placements or not; a copy of a
-- virtual placement is complete, a container where all its constituents are; to a merge
-- every copy is
with
    asked as (
        select distinct
            chunk_dataset.dataset_name, analysis_chunk.is_merging, chunk_source.may_use_vp
        from chunk_dataset
        inner join analysis_chunk using (jedi_task_id, chunk_no)
        inner join chunk_source using (jedi_task_id, chunk_no)
        where not chunk_dataset.is_pseudo
    ),
    copies as (
        select
            input_element.dataset_name,
            input_element.element_name,
            dataset_replica.ddm_endpoint_name,
            coalesce(dataset_replica.is_vp, false) as is_vp,
            coalesce(
                dataset_replica.is_vp
                or dataset_replica.n_files_found = dataset_replica.n_files_total,
                false
            ) as is_complete,
            count(distinct input_element.element_name) over (
                partition by input_element.dataset_name
            ) as n_elements
        from input_element
        left join dataset_replica on input_element.element_name = dataset_replica.dataset_name
    )

select
    asked.dataset_name,
    asked.is_merging,
    asked.may_use_vp,
    queue_endpoint_use.queue_name,
    queue_endpoint_use.ddm_endpoint_name,
    asked.is_merging
    or count(distinct copies.element_name) filter (copies.is_complete)
    = any_value(copies.n_elements) as is_complete,
    list(distinct copies.element_name order by copies.element_name) filter (
        copies.is_complete
    ) as complete_elements
from asked
inner join copies using (dataset_name)
inner join queue_endpoint_use using (ddm_endpoint_name)
where
    queue_endpoint_use.is_input
    and not queue_endpoint_use.is_tape
    and (asked.may_use_vp or not copies.is_vp)
group by
    asked.dataset_name,
    asked.is_merging,
    asked.may_use_vp,
    queue_endpoint_use.queue_name,
    queue_endpoint_use.ddm_endpoint_name
