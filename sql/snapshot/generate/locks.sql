-- Locks of other brokers, some of them too old to count.
insert into queue_lock by name
with
    locked as (
        select
            world_cell.queue_name,
            world_cell.resource_type,
            world_queue.is_unified,
            key_of(world_cell.queue_name || '/' || world_cell.resource_type) as cell_key
        from world_cell
        inner join world_queue using (queue_name)
        where world_queue.n_slots > 0
    )

select
    'atlas' as vo,
    'managed' as prod_source_label,
    case
        when locked.is_unified
        then locked.queue_name || '/' || locked.resource_type
        else locked.queue_name
    end as queue_name,
    0 as workqueue_id,
    locked.resource_type,
    'default' as component,
    'panda-host-' || whole_between(now_u('locker', locked.cell_key), 1, 8) || '-jbr'
    as locked_by,
    snapshot.snapshot_time
    - to_seconds(whole(600 * now_u('lock_age', locked.cell_key))) as locked_time
from locked
cross join snapshot
where now_u('locked', locked.cell_key) < 0.02
;
