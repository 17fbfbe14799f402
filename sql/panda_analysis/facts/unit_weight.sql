-- title: how many jobs of a chunk each class of queues is meant to take
-- grain: pool_no
-- source: spec/analysis-and-software.md 1.8, main weight M: high class first, what does
-- source: not fit goes on to the next
with

    asked as (
        select
            unit_pool.*,
            numbered_unit.jedi_task_id,
            chunk_jobs.n_jobs,
            analysis_task.is_by_class,
            coalesce(task_class.class, 1) as task_class,
            least(chunk_jobs.n_jobs, unit_pool.room_all)::double as n_left
        from unit_pool
        inner join numbered_unit on unit_pool.pool_no = numbered_unit.unit_no
        inner join
            chunk_jobs
            on numbered_unit.jedi_task_id = chunk_jobs.jedi_task_id
            and numbered_unit.chunk_no = chunk_jobs.chunk_no
        inner join
            analysis_task on numbered_unit.jedi_task_id = analysis_task.jedi_task_id
        left join task_class on numbered_unit.jedi_task_id = task_class.jedi_task_id
    ),

    first_hi as (
        select
            asked.*,
            case
                when asked.task_class >= 1 then least(asked.n_left, asked.room_hi)
            end as to_hi
        from asked
    ),

    then_mid as (
        select
            first_hi.*,
            case
                when first_hi.task_class >= 0
                then
                    least(
                        first_hi.n_left - coalesce(first_hi.to_hi, 0), first_hi.room_mid
                    )
            end as to_mid
        from first_hi
    ),

    then_lo as (
        select
            then_mid.*,
            then_mid.n_left
            - coalesce(then_mid.to_hi, 0)
            - coalesce(then_mid.to_mid, 0) as to_lo
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
