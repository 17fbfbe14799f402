-- title: mean disk I/O of the running jobs of each queue
-- grain: queue_name
-- nulls: a share without a measured value counts as 0
-- note: jobs of all VOs load the disks
select
    queue_name,
    fsum(disk_io_avg * n_jobs order by disk_io_avg, n_jobs) / nullif(sum(n_jobs), 0) as kb_per_s
from job_stats
where job_status = 'running'
group by queue_name
