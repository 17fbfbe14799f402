-- title: input of a chunk that a queue finds beyond whole datasets
-- grain: jedi_task_id, chunk_no, queue_name
-- note: database releases in a cache, and files looked up one by one; what whole
-- datasets bring already does not count again
with
    sizes as (
        select
            unit_group.jedi_task_id,
            unit_group.chunk_no,
            cached_group.queue_name,
            if(group_at_queue.is_on_disk, 0, unit_group.n_bytes) as disk_bytes,
            if(group_at_queue.is_on_disk, 0, unit_group.n_files) as n_disk_files,
            if(group_at_queue.group_no is null, unit_group.n_bytes, 0) as any_bytes,
            if(group_at_queue.group_no is null, unit_group.n_files, 0) as n_any_files
        from cached_group
        inner join unit_group using (group_no)
        left join group_at_queue using (group_no, queue_name)
        union all
        select
            unit_group.jedi_task_id,
            unit_group.chunk_no,
            pair_lookup.queue_name,
            pair_lookup.disk_bytes,
            pair_lookup.n_disk_files,
            if(group_at_queue.group_no is null, pair_lookup.any_bytes, 0),
            if(group_at_queue.group_no is null, pair_lookup.n_any_files, 0)
        from pair_lookup
        inner join unit_group using (group_no)
        left join group_at_queue using (group_no, queue_name)
    )

select
    jedi_task_id,
    chunk_no,
    queue_name,
    sum(disk_bytes)::bigint as disk_bytes,
    sum(n_disk_files)::bigint as n_disk_files,
    sum(any_bytes)::bigint as any_bytes,
    sum(n_any_files)::bigint as n_any_files
from sizes
group by jedi_task_id, chunk_no, queue_name
