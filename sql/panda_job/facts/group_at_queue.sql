-- title: which files of a chunk a queue finds whole at its own storage
-- grain: group_no, queue_name
-- note: no row where a queue finds none of them
with
    found as (
        select
            chunk_file_group.group_no,
            dataset_at_queue.queue_name,
            dataset_at_queue.is_on_disk
            or (chunk.is_merging and dataset_at_queue.is_listed_on_disk) as is_on_disk,
            dataset_at_queue.is_whole_real or chunk.is_merging as is_found
        from chunk_file_group
        inner join chunk using (jedi_task_id, chunk_no)
        inner join dataset_at_queue using (dataset_name)
    )

select group_no, queue_name, coalesce(bool_or(found.is_on_disk), false) as is_on_disk
from found
where found.is_found
group by group_no, queue_name
