-- title: how many jobs of a chunk each class of queues takes, and its weight for that
-- grain: jedi_task_id, chunk_no, pool_round
-- note: high class first, what does not fit goes on to the next; a task of a class
-- below leaves the better queues to others
with
    split as (
        select
            pool_room.jedi_task_id,
            pool_room.chunk_no,
            pool_room.pool_round,
            coalesce(task_class.class, 1) as of_task,
            case when of_task >= 1 then least(pool_room.n_left, pool_room.room_hi) end as to_hi,
            case
                when of_task >= 0
                then least(pool_room.n_left - coalesce(to_hi, 0), pool_room.room_mid)
            end as to_mid,
            pool_room.n_left - coalesce(to_hi, 0) - coalesce(to_mid, 0) as to_lo
        from pool_room
        left join task_class using (jedi_task_id)
    )

select
    split.jedi_task_id,
    split.chunk_no,
    split.pool_round,
    case
        when split.to_hi > 0
        then split.to_hi - cfg.spill_mid - cfg.spill_lo
        else coalesce(split.to_hi, cfg.idle_class_weight)
    end as weight_hi,
    case
        when split.to_hi > 0
        then split.to_mid + cfg.spill_mid
        when split.to_hi is null and split.to_mid > 0
        then split.to_mid - cfg.spill_b
        else coalesce(split.to_mid, cfg.idle_class_weight)
    end as weight_mid,
    case
        when split.to_hi > 0
        then split.to_lo + cfg.spill_lo
        when split.to_hi is null and split.to_mid > 0
        then split.to_lo + cfg.spill_b
        else split.to_lo
    end as weight_lo
from split
cross join cfg
