-- title: files whose places are looked up one by one for a queue, and what is found
-- grain: group_no, queue_name
-- source: spec/production.md 5.1: the look-up runs once some queue has no whole copy,
-- and
-- source: then counts for all queues; file_lookup_scope always runs it in any case
with
    lookups as (
        select
            pair_group.group_no,
            pair_group.queue_name,
            pair_group.is_on_disk,
            bool_or(not pair_group.is_on_disk and not pair_group.is_on_tape) over (
                partition by pair_group.group_no
            ) as is_triggered
        from pair_group
        where pair_group.is_looked_up
    )

select file_group_at_queue.*
from lookups
inner join
    file_group_at_queue
    on lookups.group_no = file_group_at_queue.group_no
    and lookups.queue_name = file_group_at_queue.queue_name
cross join cfg
where
    not lookups.is_on_disk
    and (lookups.is_triggered or cfg.file_lookup_scope = 'always')
