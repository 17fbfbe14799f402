-- title: jobs of a task or a queue, and how many of them no rule acts upon
-- grain: one row
select
    count(*) as n_jobs,
    count(distinct exempt.panda_id) as n_exempt,
    any_value(exempt.detail) as exempt_detail
from job
left join exempt using (panda_id)
where
    ($1::bigint is null or job.jedi_task_id = $1::bigint)
    and ($2::varchar is null or job.queue_name = $2::varchar)
    and ($3::bigint is null or job.panda_id = $3::bigint)
