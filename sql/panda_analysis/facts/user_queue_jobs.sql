-- title: active jobs of a user at a queue in a share
-- grain: prod_source_label, gshare, user_name, queue_name
-- note: jobsActive4 only, no pmerge
select
    user_job_stats.prod_source_label,
    user_job_stats.gshare,
    user_job_stats.prod_user_name as user_name,
    user_job_stats.queue_name,
    coalesce(
        sum(user_job_stats.n_jobs) filter (user_job_stats.job_status = 'running'), 0
    )::bigint as n_running,
    coalesce(
        sum(user_job_stats.n_jobs) filter (
            user_job_stats.job_status in ('activated', 'starting')
        ),
        0
    )::bigint as n_queued
from user_job_stats
where
    not coalesce(user_job_stats.is_pmerge, false)
    and user_job_stats.job_status not in ('defined', 'assigned', 'waiting', 'pending')
group by
    user_job_stats.prod_source_label,
    user_job_stats.gshare,
    user_job_stats.prod_user_name,
    user_job_stats.queue_name
