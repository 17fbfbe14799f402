-- title: input of a chunk that a queue finds on disk
-- grain: jedi_task_id, chunk_no, queue_name
-- note: a whole copy counts at each endpoint, a partial one with the files that are
-- there, once for all endpoints; of a container count whole constituents; at merges a
-- partial copy is not looked into
with
    sizes as (
        select
            jedi_task_id,
            chunk_no,
            dataset_name,
            element_name,
            any_value(is_constituent) as is_constituent,
            sum(fsize) as n_bytes
        from input_file
        group by jedi_task_id, chunk_no, dataset_name, element_name
    ),
    found as (
        select
            sizes.jedi_task_id,
            sizes.chunk_no,
            element_at_queue.queue_name,
            sizes.n_bytes * case
                when sizes.is_constituent
                then 1
                when analysis_chunk.is_merging
                then element_at_queue.n_copies
                else element_at_queue.n_whole
            end as n_bytes
        from sizes
        inner join element_at_queue using (dataset_name, element_name)
        inner join analysis_chunk using (jedi_task_id, chunk_no)
        union all
        select jedi_task_id, chunk_no, queue_name, n_bytes
        from partial_file_size
    )

select jedi_task_id, chunk_no, queue_name, sum(n_bytes)::bigint as disk_bytes
from found
group by jedi_task_id, chunk_no, queue_name
