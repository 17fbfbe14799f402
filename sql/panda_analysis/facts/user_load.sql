-- title: jobs and cores that a user, or a working group, has running and queued
-- grain: name, is_group
-- source: C269
-- note: active jobs of a working group do not count for their user
with

    counted as (
        select
            user_job_stats.prod_user_name as name,
            false as is_group,
            user_job_stats.job_status,
            user_job_stats.n_jobs,
            user_job_stats.n_cores
        from user_job_stats
        where
            user_job_stats.job_status in ('defined', 'assigned')
            or nullif(user_job_stats.working_group, '') is null
        union all
        select
            user_job_stats.working_group as name,
            true as is_group,
            user_job_stats.job_status,
            user_job_stats.n_jobs,
            user_job_stats.n_cores
        from user_job_stats
        where user_job_stats.working_group <> ''
    ),

    by_state as (
        select
            counted.*,
            counted.job_status = 'running' as is_running,
            counted.job_status in (
                'defined', 'assigned', 'activated', 'starting', 'throttled'
            ) as is_queued
        from counted
    )

select
    by_state.name,
    by_state.is_group,
    coalesce(sum(by_state.n_jobs) filter (by_state.is_running), 0)::bigint
    as n_running_jobs,
    coalesce(sum(by_state.n_jobs) filter (by_state.is_queued), 0)::bigint
    as n_queued_jobs,
    coalesce(sum(by_state.n_cores) filter (by_state.is_running), 0)::bigint
    as n_running_cores,
    coalesce(sum(by_state.n_cores) filter (by_state.is_queued), 0)::bigint
    as n_queued_cores
from by_state
group by by_state.name, by_state.is_group
