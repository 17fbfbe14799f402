-- title: files whose places are looked up one by one for a queue
-- grain: jedi_task_id, chunk_no, queue_name, dataset_ids
-- source: spec/production.md 5.1: the look-up runs once some queue has no whole
-- source: copy, and
-- source: then counts for all queues; file_lookup_scope always runs it in any case
with

    lookups as (
        select
            pair_group.*,
            bool_or(not pair_group.is_on_disk and not pair_group.is_on_tape) over (
                partition by
                    pair_group.jedi_task_id, pair_group.chunk_no, pair_group.dataset_ids
            ) as is_triggered
        from pair_group
        where pair_group.is_looked_up
    )

select lookups.jedi_task_id, lookups.chunk_no, lookups.queue_name, lookups.dataset_ids
from lookups
cross join cfg
where
    not lookups.is_on_disk
    and (lookups.is_triggered or cfg.file_lookup_scope = 'always')
