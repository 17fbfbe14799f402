-- title: active jobs of a user at a queue in a share
-- grain: prod_source_label, gshare, user_name, queue_name
-- note: jobsActive4 only, no pmerge
select
    prod_source_label,
    gshare,
    prod_user_name as user_name,
    queue_name,
    coalesce(sum(n_jobs) filter (job_status = 'running'), 0)::bigint as n_running,
    coalesce(sum(n_jobs) filter (job_status in ('activated', 'starting')), 0)::bigint as n_queued
from user_job_stats
where
    not coalesce(is_pmerge, false)
    and job_status not in ('defined', 'assigned', 'waiting', 'pending')
group by prod_source_label, gshare, prod_user_name, queue_name
