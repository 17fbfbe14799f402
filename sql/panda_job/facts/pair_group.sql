-- title: which files of a chunk a queue finds whole at its own storage
-- grain: group_no, queue_name
-- source: spec/production.md 5.1; rows for the unified queues that no drop filter
-- source: rejects
with

    pairs as (
        select distinct passed.jedi_task_id, passed.chunk_no, passed.unified_name
        from passed
    )

select
    pairs.jedi_task_id,
    pairs.chunk_no,
    pairs.unified_name as queue_name,
    chunk_file_group.group_no,
    any_value(chunk_file_group.n_bytes) as n_bytes,
    any_value(chunk_file_group.n_files) as n_files,
    coalesce(
        bool_or(
            dataset_at_queue.is_on_disk
            or (chunk.is_merging and dataset_at_queue.is_listed_on_disk)
            or (
                chunk_file_group.is_db_release
                and pair_db_release.queue_name is not null
            )
        ),
        false
    ) as is_on_disk,
    coalesce(
        bool_or(
            dataset_at_queue.is_on_tape
            or (chunk.is_merging and dataset_at_queue.is_listed_on_tape)
        ),
        false
    ) as is_on_tape,
    bool_or(chunk_file_group.is_looked_up) as is_looked_up
from pairs
inner join
    chunk on pairs.jedi_task_id = chunk.jedi_task_id and pairs.chunk_no = chunk.chunk_no
inner join
    chunk_file_group
    on pairs.jedi_task_id = chunk_file_group.jedi_task_id
    and pairs.chunk_no = chunk_file_group.chunk_no
left join
    dataset_at_queue
    on chunk_file_group.dataset_name = dataset_at_queue.dataset_name
    and pairs.unified_name = dataset_at_queue.queue_name
left join
    pair_db_release
    on pairs.jedi_task_id = pair_db_release.jedi_task_id
    and pairs.chunk_no = pair_db_release.chunk_no
    and pairs.unified_name = pair_db_release.queue_name
group by
    pairs.jedi_task_id, pairs.chunk_no, pairs.unified_name, chunk_file_group.group_no
