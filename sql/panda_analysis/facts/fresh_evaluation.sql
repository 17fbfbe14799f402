-- title: evaluations of users, tasks and sites that are young enough to count
-- grain: metric, entity, key
-- nulls: a measurement without a value or a time counts as none
-- note: users 20, tasks 15, sites 60 minutes; the last of several measurements counts
select
    evaluation.metric,
    evaluation.entity,
    evaluation.key,
    arg_max(evaluation.value, (evaluation.ts, evaluation.value)) as value
from evaluation
cross join snapshot
cross join cfg
where
    evaluation.ts
    >= snapshot.snapshot_time
    - to_minutes(
        case
            evaluation.metric
            when 'analy_user_eval'
            then cfg.user_evaluation_min
            when 'analy_task_eval'
            then cfg.task_evaluation_min
            else cfg.site_evaluation_min
        end
    )
group by evaluation.metric, evaluation.entity, evaluation.key
