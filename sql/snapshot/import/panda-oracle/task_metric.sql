-- Untested: written after import/panda-postgres, for Oracle.
select
    metric,
    cast(jeditaskid as number(18)) as jedi_task_id,
    value_json as value,
    task_evaluation.timestamp as ts
from task_evaluation
where metric = 'analy_task_eval'
