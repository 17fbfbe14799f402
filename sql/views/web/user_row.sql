-- title: analysis users with what became of their tasks, and what those wait for
-- grain: policy, user_name
select
    decision.policy,
    decision.user_name,
    list(distinct decision.working_group order by decision.working_group) filter (
        where decision.working_group <> ''
    ) as working_groups,
    count(distinct decision.jedi_task_id) as n_tasks,
    count(distinct decision.jedi_task_id) filter (where decision.waits_by is null) as n_assigned,
    count(distinct decision.jedi_task_id) filter (where decision.waits_by is not null) as n_waiting,
    count(distinct decision.jedi_task_id) filter (
        where decision.status = 'throttled'
    ) as n_throttled,
    mode(decision.waits_by order by decision.waits_by) as top_criterion,
    arg_max(
        decision.reason, row(decision.priority, - decision.jedi_task_id, - decision.chunk_no)
    ) filter (where decision.waits_by is not null) as reason
from decision
inner join task using (jedi_task_id)
where task.prod_source_label in ('user', 'panda') and decision.user_name is not null
group by decision.policy, decision.user_name
