-- title: files whose places are looked up one by one for a queue, and what is found
-- grain: group_no, queue_name
-- note: the look-up runs once some queue has no whole copy, and then counts for all
-- queues; file_lookup_scope always runs it in any case
with
    looked_up as (
        select distinct unit_group.jedi_task_id, unit_group.chunk_no, file_group_at_queue.group_no
        from file_group_at_queue
        inner join unit_group using (group_no)
    ),
    lookups as (
        select distinct
            looked_up.group_no,
            passed.queue_name,
            cached_group.group_no is not null
            or coalesce(group_at_queue.is_on_disk, false) as is_on_disk,
            cached_group.group_no is null and group_at_queue.group_no is null as is_nowhere
        from looked_up
        inner join passed using (jedi_task_id, chunk_no)
        left join group_at_queue using (group_no, queue_name)
        left join cached_group using (group_no, queue_name)
    ),
    triggered as (
        select group_no, bool_or(is_nowhere) as is_triggered from lookups group by group_no
    )

select file_group_at_queue.*
from triggered
inner join lookups using (group_no)
inner join file_group_at_queue using (group_no, queue_name)
cross join cfg
where not lookups.is_on_disk and (triggered.is_triggered or cfg.file_lookup_scope = 'always')
