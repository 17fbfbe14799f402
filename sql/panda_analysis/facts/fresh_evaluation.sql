-- title: evaluations of users, tasks and sites that are young enough to count
-- grain: metric, entity, key
-- note: users 20, tasks 15, sites 60 minutes
select evaluation.metric, evaluation.entity, evaluation.key, evaluation.value
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
