-- title: files of an input dataset that a queue finds on disk for a chunk
-- grain: jedi_task_id, chunk_no, dataset_name, queue_name
-- note: a complete copy counts at each endpoint; where there is none, of a container the
-- files of complete constituents count, else single files, once for all endpoints; at
-- merges, and of secondary and manytime datasets, nothing but complete copies does
with
    sizes as (
        select jedi_task_id, chunk_no, dataset_name, count(*) as n_files, sum(fsize) as n_bytes
        from input_file
        group by jedi_task_id, chunk_no, dataset_name
    ),
    searched as (
        select chunk_dataset.jedi_task_id, chunk_dataset.chunk_no, chunk_dataset.dataset_name
        from chunk_dataset
        inner join analysis_chunk using (jedi_task_id, chunk_no)
        where not analysis_chunk.is_merging
        group by chunk_dataset.jedi_task_id, chunk_dataset.chunk_no, chunk_dataset.dataset_name
        having bool_and(chunk_dataset.is_master and not chunk_dataset.is_many_time)
    ),
    at_queue as (
        select
            jedi_task_id,
            chunk_no,
            dataset_name,
            queue_name,
            count(*) filter (is_complete) as n_complete,
            list(ddm_endpoint_name order by ddm_endpoint_name) as endpoints,
            flatten(list(complete_elements order by ddm_endpoint_name)) as complete_elements
        from copy_on_disk
        group by jedi_task_id, chunk_no, dataset_name, queue_name
    )

select
    at_queue.jedi_task_id,
    at_queue.chunk_no,
    at_queue.dataset_name,
    at_queue.queue_name,
    sizes.n_files,
    sizes.n_bytes * at_queue.n_complete as n_bytes
from at_queue
inner join sizes using (jedi_task_id, chunk_no, dataset_name)
where at_queue.n_complete > 0
union all
select
    at_queue.jedi_task_id,
    at_queue.chunk_no,
    at_queue.dataset_name,
    at_queue.queue_name,
    count(*) as n_files,
    sum(input_file.fsize) as n_bytes
from at_queue
inner join searched using (jedi_task_id, chunk_no, dataset_name)
inner join input_file using (jedi_task_id, chunk_no, dataset_name)
where
    at_queue.n_complete = 0
    and if(
        input_file.is_constituent,
        list_contains(at_queue.complete_elements, input_file.element_name),
        exists (
            select file_replica.lfn
            from file_replica
            where
                file_replica.lfn = input_file.lfn
                and file_replica.scope = input_file.scope
                and list_contains(at_queue.endpoints, file_replica.ddm_endpoint_name)
        )
    )
group by at_queue.jedi_task_id, at_queue.chunk_no, at_queue.dataset_name, at_queue.queue_name
