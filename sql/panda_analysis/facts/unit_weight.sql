-- title: how many jobs of a chunk each class of queues is meant to take
-- grain: jedi_task_id, chunk_no, pool_round
-- note: main weight M: high class first, what does not fit goes on to the next
with

    first_hi as (
        select
            unit_demand.*,
            case when task_class >= 1 then least(n_left, room_hi) end as to_hi
        from unit_demand
    ),

    then_mid as (
        select
            first_hi.*,
            case
                when task_class >= 0 then least(n_left - coalesce(to_hi, 0), room_mid)
            end as to_mid
        from first_hi
    ),

    then_lo as (
        select then_mid.*, n_left - coalesce(to_hi, 0) - coalesce(to_mid, 0) as to_lo
        from then_mid
    )

select
    then_lo.*,
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
