-- title: how much of the input of a chunk a queue finds by whole datasets
-- grain: jedi_task_id, chunk_no, queue_name
-- note: queue_name is the unified name
select
    unit_group.jedi_task_id,
    unit_group.chunk_no,
    group_at_queue.queue_name,
    sum(if(group_at_queue.is_on_disk, unit_group.n_bytes, 0))::bigint as disk_bytes,
    sum(if(group_at_queue.is_on_disk, unit_group.n_files, 0))::bigint as n_disk_files,
    sum(unit_group.n_bytes)::bigint as any_bytes,
    sum(unit_group.n_files)::bigint as n_any_files
from unit_group
inner join group_at_queue using (group_no)
group by unit_group.jedi_task_id, unit_group.chunk_no, group_at_queue.queue_name
