-- title: single files of a group that a queue finds at its own storage
-- grain: group_no, queue_name
-- note: a file is where the first endpoint that holds it is
with
    looked_up as (select distinct group_no from chunk_file_group where is_looked_up),

    found as (
        select
            chunk_file.group_no,
            queue_endpoint_use.queue_name,
            chunk_file.file_id,
            any_value(chunk_file.fsize) as fsize,
            arg_min(
                not queue_endpoint_use.is_tape,
                (
                    queue_endpoint_use.order_read is null,
                    queue_endpoint_use.order_read,
                    queue_endpoint_use.ddm_endpoint_name
                )
            ) as is_on_disk
        from looked_up
        inner join chunk_file using (group_no)
        inner join file_replica using (lfn, scope)
        inner join queue_endpoint_use using (ddm_endpoint_name)
        where queue_endpoint_use.is_input
        group by chunk_file.group_no, queue_endpoint_use.queue_name, chunk_file.file_id
    )

select
    group_no,
    queue_name,
    coalesce(sum(fsize) filter (where is_on_disk), 0)::bigint as disk_bytes,
    count(*) filter (where is_on_disk) as n_disk_files,
    sum(fsize)::bigint as any_bytes,
    count(*) as n_any_files
from found
group by group_no, queue_name
