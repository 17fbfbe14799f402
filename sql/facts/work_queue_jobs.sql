-- title: jobs of a share or of a resource work queue at each queue
-- grain: load_tag, queue_name
-- note: load_tag is the share, or work queue id / source label
with
    tagged as (
        select
            job_stats.gshare as load_tag,
            job_stats.queue_name,
            job_stats.job_status,
            job_stats.n_jobs
        from job_stats
        inner join snapshot using (vo)
        union all
        select
            job_stats.workqueue_id || '/' || job_stats.prod_source_label as load_tag,
            job_stats.queue_name,
            job_stats.job_status,
            job_stats.n_jobs
        from job_stats
        inner join snapshot using (vo)
        inner join resource_queue on job_stats.workqueue_id = resource_queue.queue_id
    )

select
    load_tag,
    queue_name,
    n_jobs_in(job_status, n_jobs, 'running') as n_running,
    n_jobs_in(job_status, n_jobs, 'activated') as n_activated,
    n_jobs_in(job_status, n_jobs, 'assigned') as n_assigned,
    n_jobs_in(job_status, n_jobs, 'starting') as n_starting,
    n_jobs_in(job_status, n_jobs, 'defined') as n_defined
from tagged
group by load_tag, queue_name
