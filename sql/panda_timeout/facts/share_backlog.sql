-- title: jobs of a share that wait and run at a queue, and wait anywhere
-- grain: queue_name, gshare
-- source: C252, C256
-- nulls: jobs without a share are left out
-- note: without jobs of Resource work queues, and without queues that stand in
-- Harvester_Slots, valid or not
with
    slot_queues as (select distinct queue_name from queue_slots),

    counts as (
        select
            job_stats.queue_name,
            job_stats.gshare,
            sum(if(job_stats.job_status = 'running', 0, job_stats.n_jobs))::bigint as n_queued,
            sum(if(job_stats.job_status = 'running', job_stats.n_jobs, 0))::bigint as n_running
        from job_stats
        inner join snapshot using (vo)
        left join resource_queue on job_stats.workqueue_id = resource_queue.queue_id
        left join slot_queues on job_stats.queue_name = slot_queues.queue_name
        where
            job_stats.job_status in ('defined', 'assigned', 'activated', 'starting', 'running')
            and job_stats.gshare is not null
            and resource_queue.queue_id is null
            and slot_queues.queue_name is null
        group by job_stats.queue_name, job_stats.gshare
    )

select
    queue_name,
    gshare,
    coalesce(counts.n_queued, 0) as n_queued,
    coalesce(n_running, 0) as n_running,
    coalesce(sum(counts.n_queued) over (partition by gshare), 0)::bigint as n_queued_share
from counts
