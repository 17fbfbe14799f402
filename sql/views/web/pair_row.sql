-- title: tasks and queues as they are listed
-- grain: policy, jedi_task_id, chunk_no, unified_name
select
    pair.policy,
    pair.jedi_task_id,
    pair.chunk_no,
    pair.unified_name,
    pair.cloud,
    pair.outcome,
    decision.status,
    pair.criterion,
    pair.label,
    pair.class,
    len(pair.failing)::integer as n_failing,
    pair.only_blocker,
    pair.only_rule,
    array_to_string(pair.failing, ' ') as failing,
    pair.rank,
    pair.weight
from pair
left join decision using (policy, jedi_task_id, chunk_no)
