-- title: how many jobs of a chunk each class of queues takes, and its weight for that
-- grain: jedi_task_id, chunk_no, pool_round
-- note: high class first, what does not fit goes on to the next; a task of a class
-- below leaves the better queues to others
with
    first_hi as (
        select
            pool_room.jedi_task_id,
            pool_room.chunk_no,
            pool_room.pool_round,
            pool_room.n_left,
            pool_room.room_mid,
            coalesce(task_class.class, 1) as of_task,
            case when of_task >= 1 then least(pool_room.n_left, pool_room.room_hi) end as to_hi
        from pool_room
        left join task_class using (jedi_task_id)
    ),
    then_mid as (
        select
            first_hi.*,
            case when of_task >= 0 then least(n_left - coalesce(to_hi, 0), room_mid) end as to_mid
        from first_hi
    ),
    then_lo as (
        select then_mid.*, n_left - coalesce(to_hi, 0) - coalesce(to_mid, 0) as to_lo from then_mid
    )

select
    then_lo.jedi_task_id,
    then_lo.chunk_no,
    then_lo.pool_round,
    case
        when then_lo.to_hi > 0
        then then_lo.to_hi - cfg.spill_mid - cfg.spill_lo
        else coalesce(then_lo.to_hi, cfg.idle_class_weight)
    end as weight_hi,
    case
        when then_lo.to_hi > 0
        then then_lo.to_mid + cfg.spill_mid
        when then_lo.to_hi is null and then_lo.to_mid > 0
        then then_lo.to_mid - cfg.spill_b
        else coalesce(then_lo.to_mid, cfg.idle_class_weight)
    end as weight_mid,
    case
        when then_lo.to_hi > 0
        then then_lo.to_lo + cfg.spill_lo
        when then_lo.to_hi is null and then_lo.to_mid > 0
        then then_lo.to_lo + cfg.spill_b
        else then_lo.to_lo
    end as weight_lo
from then_lo
cross join cfg
