-- title: single files that a queue finds at its own storage without the whole dataset
-- grain: jedi_task_id, chunk_no, queue_name, dataset_ids
-- source: spec/production.md 5.1: a file is where the first endpoint that holds it is
with

    found as (
        select
            pair_lookup.jedi_task_id,
            pair_lookup.chunk_no,
            pair_lookup.queue_name,
            pair_lookup.dataset_ids,
            chunk_file.lfn,
            chunk_file.fsize,
            arg_min(
                not queue_endpoint_use.is_tape,
                (
                    queue_endpoint_use.order_read is null,
                    queue_endpoint_use.order_read,
                    queue_endpoint_use.ddm_endpoint_name
                )
            ) as is_on_disk
        from pair_lookup
        inner join
            chunk_file
            on pair_lookup.jedi_task_id = chunk_file.jedi_task_id
            and pair_lookup.chunk_no = chunk_file.chunk_no
            and pair_lookup.dataset_ids = chunk_file.dataset_ids
        inner join
            file_replica
            on chunk_file.lfn = file_replica.lfn
            and chunk_file.scope = file_replica.scope
        inner join
            queue_endpoint_use
            on pair_lookup.queue_name = queue_endpoint_use.queue_name
            and file_replica.ddm_endpoint_name = queue_endpoint_use.ddm_endpoint_name
            and queue_endpoint_use.is_input
        group by all
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
