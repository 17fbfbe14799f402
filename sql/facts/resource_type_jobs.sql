-- title: jobs of a share, or of a resource work queue, per resource type
-- grain: rt_tag, resource_type, queue_name
-- note: *_rt; rt_tag is the share, or the id of the work queue
with
    tagged as (
        select
            coalesce(resource_queue.queue_id::varchar, job_stats.gshare) as rt_tag,
            job_stats.resource_type,
            job_stats.queue_name,
            job_stats.job_status,
            job_stats.n_jobs
        from job_stats
        inner join snapshot using (vo)
        left join resource_queue on job_stats.workqueue_id = resource_queue.queue_id
    )

select
    rt_tag,
    resource_type,
    queue_name,
    n_jobs_in(job_status, n_jobs, 'running') as n_running,
    n_jobs_in(job_status, n_jobs, 'activated') as n_activated,
    n_jobs_in(job_status, n_jobs, 'assigned') as n_assigned,
    n_jobs_in(job_status, n_jobs, 'starting') as n_starting,
    n_jobs_in(job_status, n_jobs, 'defined') as n_defined
from tagged
group by rt_tag, resource_type, queue_name
