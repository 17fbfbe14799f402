-- title: merge jobs that wait longer than usual at each queue, and how long
-- grain: queue_name
-- bounds: a wait equal to the mean is not longer
-- nulls: queues without a mean have no row; without such a job the mean stands for them
-- note: long_q; push queues hold them as starting
with
    waits as (
        select job.queue_name, epoch(snapshot.snapshot_time - job.creation_time) as wait_s
        from job
        inner join queue using (queue_name)
        cross join snapshot
        where
            job.processing_type = 'pmerge'
            and (
                job.job_status in ('activated', 'sent')
                or (job.job_status = 'starting' and queue.workflow like 'push%')
            )
    )

select
    site_wait.queue_name,
    count(waits.wait_s) as n_long,
    coalesce(
        fsum(waits.wait_s order by waits.wait_s) / nullif(count(waits.wait_s), 0),
        any_value(site_wait.w_mean_s)
    ) as long_mean_s
from site_wait
left join waits on site_wait.queue_name = waits.queue_name and waits.wait_s > site_wait.w_mean_s
group by site_wait.queue_name
