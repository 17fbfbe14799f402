-- title: jobs and cores that a user, or a working group, has running and queued
-- grain: name, is_group
-- source: C269
-- note: active jobs of a working group do not count for their user
with
    counted as (
        select prod_user_name as name, false as is_group, job_status, n_jobs, n_cores
        from user_job_stats
        where job_status in ('defined', 'assigned') or nullif(working_group, '') is null
        union all
        select working_group as name, true as is_group, job_status, n_jobs, n_cores
        from user_job_stats
        where working_group <> ''
    ),
    by_state as (
        select
            counted.*,
            job_status = 'running' as is_running,
            job_status in ('defined', 'assigned', 'activated', 'starting', 'throttled') as is_queued
        from counted
    )

select
    name,
    is_group,
    coalesce(sum(n_jobs) filter (is_running), 0)::bigint as n_running_jobs,
    coalesce(sum(n_jobs) filter (is_queued), 0)::bigint as n_queued_jobs,
    coalesce(sum(n_cores) filter (is_running), 0)::bigint as n_running_cores,
    coalesce(sum(n_cores) filter (is_queued), 0)::bigint as n_queued_cores
from by_state
group by name, is_group
