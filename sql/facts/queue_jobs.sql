-- title: jobs of each queue over all shares
-- grain: queue_name
-- differs: jobs that move output to a nucleus which cannot be written do not count as
-- transferring in the running system
-- note: statistics of the snapshot's vo
select
    job_stats.queue_name,
    n_jobs_in(job_stats.job_status, job_stats.n_jobs, 'running') as n_running,
    n_jobs_in(job_stats.job_status, job_stats.n_jobs, 'activated') as n_activated,
    n_jobs_in(job_stats.job_status, job_stats.n_jobs, 'starting') as n_starting,
    coalesce(
        sum(job_stats.n_jobs) filter (
            where
                job_stats.job_status = 'transferring'
                and (
                    not cfg.transferring_exempt
                    or nucleus.nucleus is null
                    or is_usable(nucleus.write_wan, 'not_down')
                )
        ),
        0
    )::bigint as n_transferring
from job_stats
inner join snapshot using (vo)
left join nucleus on job_stats.nucleus = nucleus.nucleus and nucleus.role = 'nucleus'
cross join cfg
group by job_stats.queue_name
