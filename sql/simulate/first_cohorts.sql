-- title: the jobs that are there before the first cycle
insert into cohort by name
select
    row_number() over (
        order by
            moved_stats.queue_name,
            moved_stats.gshare,
            moved_stats.prod_source_label,
            moved_stats.resource_type,
            moved_stats.job_status,
            moved_stats.nucleus,
            moved_stats.workqueue_id,
            moved_stats.n_jobs,
            moved_stats.n_cores,
            moved_stats.disk_io_avg,
            moved_stats.hs06
    ) as cohort_no,
    moved_stats.queue_name,
    moved_stats.vo,
    moved_stats.prod_source_label,
    moved_stats.gshare,
    moved_stats.workqueue_id,
    moved_stats.resource_type,
    moved_stats.nucleus,
    moved_stats.job_status,
    round(
        1000
        * coalesce(moved_stats.n_cores, moved_stats.n_jobs)
        / moved_stats.n_jobs::double
    )::bigint as core_milli,
    moved_stats.disk_io_avg,
    coalesce(
        moved_stats.hs06 / moved_stats.n_jobs,
        coalesce(moved_stats.n_cores, moved_stats.n_jobs)
        / moved_stats.n_jobs::double
        * queue.core_power
    ) as hs06,
    if(moved_stats.job_status = 'running', 0, moved_stats.n_jobs) as n_waiting,
    if(moved_stats.job_status = 'running', moved_stats.n_jobs, 0) as n_running
from moved_stats
inner join queue using (queue_name)
order by cohort_no
