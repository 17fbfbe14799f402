-- criterion: -throttle_share
-- label: throttle
-- title: the share User Analysis uses more of its target than a task of this class may
-- still start at
-- effect: throttle
-- class: throttled
-- source: C279, C280, C281
-- note: classes run from S, the best, over A and B to C; other shares are not checked
-- bounds: as much as the limit passes, in % of the target: 90 for class C, 95 for B,
-- 100 / slot_ratio for A; slot_ratio is the user's slots / USER_USAGE_THRESHOLD_A, at
-- most 1; class S has no limit
-- nulls: passes where no use of the share is fresh, where the task has no class, and on
-- the page in class A where the user has no evaluation
-- differs: which use of the share counts, and the slot_ratio of users without
-- evaluation; see panda_analysis/facts/task_class.sql
select
    analysis_chunk.*,
    format(
        'class {}: User Analysis uses {:.1f} % of its target, {} % allowed',
        case task_class.class when -1 then 'C' when 0 then 'B' else 'A' end,
        task_class.usage_percent,
        case
            task_class.class
            when -1
            then cfg.class_c_usage
            when 0
            then cfg.class_b_usage
            else round(cfg.class_a_usage / task_class.slot_ratio, 1)
        end
    ) as detail
from analysis_chunk
inner join analysis_task using (jedi_task_id)
inner join task_class using (jedi_task_id)
cross join cfg
where
    analysis_task.gshare = 'User Analysis'
    and case
        task_class.class
        when -1
        then task_class.usage_percent > cfg.class_c_usage
        when 0
        then task_class.usage_percent > cfg.class_b_usage
        when 1
        then task_class.usage_percent * task_class.slot_ratio > cfg.class_a_usage
        else false
    end
