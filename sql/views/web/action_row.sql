-- title: what is done to which job, with the job itself
-- grain: policy, panda_id, rule_id
select
    action.policy,
    action.panda_id,
    action.rule_id,
    action.action,
    action.code,
    action.age_s,
    action.is_strongest,
    job.job_status,
    job.queue_name,
    job.jedi_task_id,
    job.prod_source_label,
    job.current_priority,
    job.prod_user_name,
    rule.title
from action
left join job using (panda_id)
left join rule on action.policy = rule.policy and action.rule_id = rule.criterion
