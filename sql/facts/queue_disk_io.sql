-- title: mean disk I/O of the running jobs of each queue
-- grain: queue_name
-- nulls: a share without a measured value counts as 0
-- note: jobs of all VOs load the disks
select
    job_stats.queue_name,
    fsum(
        job_stats.disk_io_avg * job_stats.n_jobs
        order by job_stats.disk_io_avg, job_stats.n_jobs
    )
    / nullif(sum(job_stats.n_jobs), 0) as kb_per_s
from job_stats
where job_stats.job_status = 'running'
group by job_stats.queue_name
