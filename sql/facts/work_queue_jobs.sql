-- title: jobs of a share or of a resource work queue at each queue
-- grain: load_tag, queue_name
-- source: spec/production.md 6.1; load_tag is the share, or work queue id / source
-- source: label
with

    tagged as (
        select
            job_stats.gshare as load_tag,
            job_stats.queue_name,
            job_stats.job_status,
            job_stats.n_jobs
        from job_stats
        inner join snapshot on job_stats.vo = snapshot.vo
        union all
        select
            job_stats.workqueue_id || '/' || job_stats.prod_source_label as load_tag,
            job_stats.queue_name,
            job_stats.job_status,
            job_stats.n_jobs
        from job_stats
        inner join snapshot on job_stats.vo = snapshot.vo
        inner join
            work_queue
            on job_stats.workqueue_id = work_queue.queue_id
            and work_queue.queue_function = 'Resource'
    )

select
    tagged.load_tag,
    tagged.queue_name,
    coalesce(sum(tagged.n_jobs) filter (where tagged.job_status = 'running'), 0)::bigint
    as n_running,
    coalesce(
        sum(tagged.n_jobs) filter (where tagged.job_status = 'activated'), 0
    )::bigint as n_activated,
    coalesce(
        sum(tagged.n_jobs) filter (where tagged.job_status = 'assigned'), 0
    )::bigint as n_assigned,
    coalesce(
        sum(tagged.n_jobs) filter (where tagged.job_status = 'starting'), 0
    )::bigint as n_starting,
    coalesce(sum(tagged.n_jobs) filter (where tagged.job_status = 'defined'), 0)::bigint
    as n_defined
from tagged
group by tagged.load_tag, tagged.queue_name
