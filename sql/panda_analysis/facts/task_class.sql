-- title: class of each analysis task, and the use of its share that it sees
-- grain: jedi_task_id
-- source: C282
-- nulls: without a fresh use of the share itself, that of the first level says nothing
-- differs: the running system takes the use of the first-level share where it is
-- smaller, and halves that of a user without evaluation
-- note: classes 2 S, 1 A, 0 B, -1 C
with
    shares as (
        select measured_share.queue_name, measured_share.usage_perc, measured_share.eqiv_usage_perc
        from measured_share
        cross join snapshot
        cross join cfg
        where measured_share.usage_time >= snapshot.snapshot_time - to_minutes(cfg.share_metric_min)
    )

select
    analysis_task.jedi_task_id,
    class.value::bigint as class,
    100 * case
        when cfg.share_usage_mode = 'eqiv_min' and branch.eqiv_usage_perc < leaf.usage_perc
        then branch.eqiv_usage_perc
        else leaf.usage_perc
    end as usage_percent,
    case
        when coalesce(slots.value, remaining.value) is null
        then cfg.class_a_default_ratio
        else
            least(
                coalesce(slots.value, cfg.user_usage_threshold_a - remaining.value)
                / cfg.user_usage_threshold_a,
                1
            )
    end as slot_ratio
from analysis_task
left join
    fresh_evaluation as class
    on class.metric = 'analy_task_eval'
    and class.key = 'class'
    and analysis_task.jedi_task_id::varchar = class.entity
left join
    fresh_evaluation as remaining
    on remaining.metric = 'analy_user_eval'
    and remaining.key = 'rem_slots_A'
    and analysis_task.user_name = remaining.entity
left join
    fresh_evaluation as slots
    on slots.metric = 'analy_user_eval'
    and slots.key = 'running_slots_hi'
    and analysis_task.user_name = slots.entity
left join shares as leaf on leaf.queue_name = 'User Analysis'
left join shares as branch on branch.queue_name = 'L1 User Analysis'
cross join cfg
