-- title: single files that a queue finds at its own storage without the whole dataset
-- grain: jedi_task_id, chunk_no, queue_name, dataset_ids
-- source: spec/production.md 5.1: the look-up runs once some queue has no whole copy,
-- source: and then
-- source: counts for all queues; file_lookup_scope always runs it in any case
with

    looked_up as (
        select
            pair_group.*,
            bool_or(not pair_group.is_on_disk and not pair_group.is_on_tape) over (
                partition by
                    pair_group.jedi_task_id, pair_group.chunk_no, pair_group.dataset_ids
            ) as is_triggered
        from pair_group
        where pair_group.is_looked_up
    ),

    found as (
        select
            looked_up.jedi_task_id,
            looked_up.chunk_no,
            looked_up.queue_name,
            looked_up.dataset_ids,
            file_replica.lfn,
            any_value(chunk_file.fsize) as fsize,
            bool_or(not queue_endpoint_use.is_tape) as is_on_disk
        from looked_up
        inner join
            chunk_file
            on looked_up.jedi_task_id = chunk_file.jedi_task_id
            and looked_up.chunk_no = chunk_file.chunk_no
            and looked_up.dataset_ids = chunk_file.dataset_ids
        inner join file_replica on chunk_file.lfn = file_replica.lfn
        inner join
            queue_endpoint_use
            on looked_up.queue_name = queue_endpoint_use.queue_name
            and file_replica.ddm_endpoint_name = queue_endpoint_use.ddm_endpoint_name
            and queue_endpoint_use.is_input
        cross join cfg
        where
            not looked_up.is_on_disk
            and (looked_up.is_triggered or cfg.file_lookup_scope = 'always')
        group by
            looked_up.jedi_task_id,
            looked_up.chunk_no,
            looked_up.queue_name,
            looked_up.dataset_ids,
            file_replica.lfn
    )

select
    found.jedi_task_id,
    found.chunk_no,
    found.queue_name,
    found.dataset_ids,
    coalesce(sum(found.fsize) filter (where found.is_on_disk), 0)::bigint as disk_bytes,
    count(*) filter (where found.is_on_disk) as n_disk_files,
    sum(found.fsize)::bigint as any_bytes,
    count(*) as n_any_files
from found
group by found.jedi_task_id, found.chunk_no, found.queue_name, found.dataset_ids
