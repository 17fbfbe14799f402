-- title: jobs of a task, a queue or a rule that something is done to, oldest first
-- grain: panda_id
select
    job.panda_id,
    job.jedi_task_id,
    job.queue_name,
    job.job_status,
    any_value(action.rule_id) filter (where action.is_strongest) as rule_id,
    any_value(action.action) filter (where action.is_strongest) as action,
    any_value(action.code) filter (where action.is_strongest) as code,
    any_value(action.age_s) filter (where action.is_strongest) as age_s,
    string_agg(distinct action.rule_id, ', ' order by action.rule_id) as rule_ids
from action
inner join job using (panda_id)
where
    ($1::bigint is null or job.jedi_task_id = $1::bigint)
    and ($2::varchar is null or job.queue_name = $2::varchar)
    and ($4::bigint is null or job.panda_id = $4::bigint)
group by job.panda_id, job.jedi_task_id, job.queue_name, job.job_status
having $3::varchar is null or bool_or(action.rule_id = $3::varchar)
order by age_s desc nulls last, job.panda_id
