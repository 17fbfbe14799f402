-- Jobs started in the last six hours.
insert into queue_start_rate by name
select
    job_stats.queue_name,
    any_value(snapshot.snapshot_time) - interval 6 hour as window_start,
    any_value(snapshot.snapshot_time) - interval 5 minute as window_end,
    whole(
        sum(job_stats.n_jobs)
        * (0.2 + 2.5 * now_u('starts', key_of(job_stats.queue_name)))
    ) as n_started,
    whole(
        sum(job_stats.n_cores)
        * (0.2 + 2.5 * now_u('starts', key_of(job_stats.queue_name)))
    ) as n_slots
from job_stats
cross join snapshot
where job_stats.job_status = 'running'
group by job_stats.queue_name
;
