-- title: jobs of a task, queue or rule that no rule hits yet but one will, soonest
-- first
-- grain: panda_id, step
select
    job.panda_id,
    job.jedi_task_id,
    job.queue_name,
    job.job_status,
    upcoming.rule_id,
    upcoming.action,
    upcoming.due_time,
    upcoming.due_in_s
from upcoming
inner join job using (panda_id)
where
    not upcoming.is_hit_already
    and ($1::bigint is null or job.jedi_task_id = $1::bigint)
    and ($2::varchar is null or job.queue_name = $2::varchar)
    and ($4::bigint is null or job.panda_id = $4::bigint)
    and ($3::varchar is null or upcoming.rule_id = $3::varchar)
order by upcoming.due_in_s, job.panda_id, upcoming.step
