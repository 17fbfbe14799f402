-- title: jobs of a share, or of a resource work queue, per resource type
-- grain: rt_tag, resource_type, queue_name
-- nulls: where resource work queues exist, a job of an unknown work queue counts nowhere
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
        where job_stats.workqueue_id is not null or not exists (select queue_id from resource_queue)
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
