-- title: files of an input dataset that a queue finds on disk for a chunk
-- grain: jedi_task_id, chunk_no, dataset_name, queue_name
-- note: a complete copy counts at each endpoint; where there is none, of a container the
-- files of complete constituents count, else single files, once for all endpoints; at
-- merges, and of secondary and manytime datasets, nothing but complete copies does
with
    at_queue as (
        select
            dataset_name,
            is_merging,
            may_use_vp,
            queue_name,
            count(*) filter (is_complete) as n_complete,
            list(ddm_endpoint_name order by ddm_endpoint_name) as endpoints,
            flatten(list(complete_elements order by ddm_endpoint_name)) as complete_elements
        from copy_on_disk
        group by dataset_name, is_merging, may_use_vp, queue_name
    ),
    sizes as (
        select
            input_file.jedi_task_id,
            input_file.chunk_no,
            input_file.dataset_name,
            count(*) as n_files,
            sum(input_file.fsize) as n_bytes
        from input_file
        group by input_file.jedi_task_id, input_file.chunk_no, input_file.dataset_name
    ),
    seen as (
        select
            sizes.jedi_task_id,
            sizes.chunk_no,
            sizes.dataset_name,
            sizes.n_files,
            sizes.n_bytes,
            at_queue.queue_name,
            at_queue.n_complete,
            at_queue.endpoints,
            at_queue.complete_elements
        from sizes
        inner join analysis_chunk using (jedi_task_id, chunk_no)
        inner join chunk_source using (jedi_task_id, chunk_no)
        inner join
            at_queue
            on sizes.dataset_name = at_queue.dataset_name
            and analysis_chunk.is_merging = at_queue.is_merging
            and chunk_source.may_use_vp = at_queue.may_use_vp
    ),
    searched as (
        select chunk_dataset.jedi_task_id, chunk_dataset.chunk_no, chunk_dataset.dataset_name
        from chunk_dataset
        inner join analysis_chunk using (jedi_task_id, chunk_no)
        where not analysis_chunk.is_merging
        group by chunk_dataset.jedi_task_id, chunk_dataset.chunk_no, chunk_dataset.dataset_name
        having bool_and(chunk_dataset.is_master and not chunk_dataset.is_many_time)
    )

select jedi_task_id, chunk_no, dataset_name, queue_name, n_files, n_bytes * n_complete as n_bytes
from seen
where n_complete > 0
union all
select
    seen.jedi_task_id,
    seen.chunk_no,
    seen.dataset_name,
    seen.queue_name,
    count(*) as n_files,
    sum(input_file.fsize) as n_bytes
from seen
inner join searched using (jedi_task_id, chunk_no, dataset_name)
inner join input_file using (jedi_task_id, chunk_no, dataset_name)
where
    seen.n_complete = 0
    and if(
        input_file.is_constituent,
        list_contains(seen.complete_elements, input_file.element_name),
        exists (
            select file_replica.lfn
            from file_replica
            where
                file_replica.lfn = input_file.lfn
                and file_replica.scope = input_file.scope
                and list_contains(seen.endpoints, file_replica.ddm_endpoint_name)
        )
    )
group by seen.jedi_task_id, seen.chunk_no, seen.dataset_name, seen.queue_name
