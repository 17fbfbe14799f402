-- title: files that a queue finds on disk of partial datasets
-- grain: jedi_task_id, chunk_no, dataset_name, queue_name
-- note: not for merge chunks
select
    input_file.jedi_task_id,
    input_file.chunk_no,
    input_file.dataset_name,
    any_value(input_file.dataset_id) as dataset_id,
    element_at_queue.queue_name,
    count(*) as n_files,
    sum(input_file.fsize) as n_bytes
from input_file
inner join element_at_queue using (dataset_name, element_name)
inner join analysis_chunk using (jedi_task_id, chunk_no)
where
    not input_file.is_constituent
    and not analysis_chunk.is_merging
    and element_at_queue.n_whole = 0
    and exists (
        select file_replica.lfn
        from file_replica
        where
            file_replica.lfn = input_file.lfn
            and file_replica.scope = input_file.scope
            and list_contains(element_at_queue.endpoints, file_replica.ddm_endpoint_name)
    )
group by
    input_file.jedi_task_id,
    input_file.chunk_no,
    input_file.dataset_name,
    element_at_queue.queue_name
