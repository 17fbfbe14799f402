-- title: queues that a changed decision treats otherwise: in one list only, or
-- elsewhere
-- in it; where both lists are empty, every queue
-- grain: snapshot_id, policy, jedi_task_id, chunk_no, queue_name
with
    listed as (
        select
            changed.snapshot_id,
            changed.policy,
            changed.jedi_task_id,
            changed.chunk_no,
            changed.queues_a,
            changed.queues_b,
            unnest(list_distinct(changed.queues_a || changed.queues_b)) as queue_name
        from changed
    )

select
    listed.snapshot_id,
    listed.policy,
    listed.jedi_task_id,
    listed.chunk_no,
    listed.queue_name
from listed
where
    list_position(listed.queues_a, listed.queue_name)
    is distinct from list_position(listed.queues_b, listed.queue_name)
