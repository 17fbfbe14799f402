-- title: queued jobs per running one of a share over the whole grid
-- grain: gshare
select
    work_queue_jobs.load_tag as gshare,
    sum(
        work_queue_jobs.n_defined
        + work_queue_jobs.n_assigned
        + work_queue_jobs.n_activated
        + work_queue_jobs.n_starting
    )::double
    / nullif(sum(work_queue_jobs.n_running), 0) as n_queued_per_running
from work_queue_jobs
group by work_queue_jobs.load_tag
