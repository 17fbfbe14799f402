-- title: resource types that hold a fair part of a task's own jobs at a queue
-- grain: jedi_task_id, queue_name, resource_type
-- nulls: jobs of an unknown status or type do not count
-- note: the task's resource types: at least 20 % of its jobs in the system
with
    counts as (
        select
            jedi_task_id,
            queue_name,
            resource_type,
            sum(task_job_stats.n_jobs) as n_jobs,
            sum(sum(task_job_stats.n_jobs)) over (partition by jedi_task_id, queue_name) as n_all
        from task_job_stats
        where
            job_status not in ('finished', 'failed', 'closed', 'cancelled')
            and resource_type is not null
        group by jedi_task_id, queue_name, resource_type
    )

select counts.jedi_task_id, counts.queue_name, counts.resource_type
from counts
cross join cfg
where counts.n_jobs > 0 and counts.n_jobs >= counts.n_all * cfg.resource_type_fraction
