-- title: input of a chunk that a queue finds on disk
-- grain: jedi_task_id, chunk_no, queue_name
-- source: spec/analysis-and-software.md 1.8, 9.1: a whole copy counts at each endpoint,
-- source: a partial one with the files that are there, once for all endpoints; of a
-- source: container count whole constituents
with

    files as (
        select
            task_file.jedi_task_id,
            task_file.chunk_no,
            input_element.dataset_name,
            input_element.element_name,
            input_element.is_constituent,
            task_file.scope,
            task_file.lfn,
            coalesce(task_file.fsize, 0) as fsize
        from task_file
        inner join
            chunk_dataset
            on task_file.jedi_task_id = chunk_dataset.jedi_task_id
            and task_file.chunk_no = chunk_dataset.chunk_no
            and task_file.dataset_id = chunk_dataset.dataset_id
        inner join analysis_task on task_file.jedi_task_id = analysis_task.jedi_task_id
        inner join
            input_element
            on chunk_dataset.dataset_name = input_element.dataset_name
            and (
                not input_element.is_constituent
                or input_element.element_name = task_file.constituent_name
            )
    ),

    sizes as (
        select
            files.jedi_task_id,
            files.chunk_no,
            files.dataset_name,
            files.element_name,
            any_value(files.is_constituent) as is_constituent,
            sum(files.fsize) as n_bytes
        from files
        group by
            files.jedi_task_id, files.chunk_no, files.dataset_name, files.element_name
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
                then element_at_queue.n_regarded
                else element_at_queue.n_whole
            end as n_bytes
        from sizes
        inner join
            element_at_queue
            on sizes.dataset_name = element_at_queue.dataset_name
            and sizes.element_name = element_at_queue.element_name
        inner join
            analysis_chunk
            on sizes.jedi_task_id = analysis_chunk.jedi_task_id
            and sizes.chunk_no = analysis_chunk.chunk_no
        union all
        select
            files.jedi_task_id,
            files.chunk_no,
            element_at_queue.queue_name,
            sum(files.fsize) as n_bytes
        from files
        inner join
            element_at_queue
            on files.dataset_name = element_at_queue.dataset_name
            and files.element_name = element_at_queue.element_name
        inner join
            analysis_chunk
            on files.jedi_task_id = analysis_chunk.jedi_task_id
            and files.chunk_no = analysis_chunk.chunk_no
        where
            not files.is_constituent
            and not analysis_chunk.is_merging
            and element_at_queue.n_whole = 0
            and element_at_queue.n_regarded > 0
            and exists (
                select file_replica.lfn
                from file_replica
                where
                    file_replica.lfn = files.lfn
                    and file_replica.scope = files.scope
                    and list_contains(
                        element_at_queue.endpoints, file_replica.ddm_endpoint_name
                    )
            )
        group by files.jedi_task_id, files.chunk_no, element_at_queue.queue_name
    )

select
    found.jedi_task_id,
    found.chunk_no,
    found.queue_name,
    sum(found.n_bytes)::bigint as disk_bytes
from found
group by found.jedi_task_id, found.chunk_no, found.queue_name
