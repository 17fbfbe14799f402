select
    metric,
    jeditaskid::bigint as jedi_task_id,
    value_json::text as value,
    task_evaluation.timestamp as ts
from task_evaluation
where metric = 'analy_task_eval'
