-- title: queues that a changed decision treats otherwise: in one list only, or
-- elsewhere
-- in it; where both lists are empty, every queue
-- grain: snapshot_id, policy, jedi_task_id, chunk_no, queue_name
with
    listed as (
        select
            snapshot_id,
            policy,
            jedi_task_id,
            chunk_no,
            queues_a,
            queues_b,
            unnest(list_distinct(queues_a || queues_b)) as queue_name
        from changed
    )

select snapshot_id, policy, jedi_task_id, chunk_no, queue_name
from listed
where list_position(queues_a, queue_name) is distinct from list_position(queues_b, queue_name)
