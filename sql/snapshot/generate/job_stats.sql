-- Jobs per queue, share, resource type and status, production jobs also per
-- nucleus.
insert into job_stats by name
with
    placed as (
        select
            world_job.label,
            world_job.queue_name,
            world_job.gshare,
            world_job.resource_type,
            world_job.job_status,
            world_job.job_cores,
            world_job.row_key,
            world_job.n_part,
            case when not world_job.is_analysis then world_nucleus.nucleus end as nucleus
        from world_job
        asof join world_nucleus on world_job.nucleus_draw >= world_nucleus.low
    ),
    summed as (
        select
            label,
            queue_name,
            gshare,
            resource_type,
            job_status,
            nucleus,
            job_cores,
            min(row_key) as row_key,
            sum(n_part) as n_jobs
        from placed
        group by all
    )

select
    'atlas' as vo,
    summed.label as prod_source_label,
    summed.queue_name,
    summed.gshare,
    summed.resource_type,
    summed.job_status,
    summed.nucleus,
    summed.n_jobs,
    summed.n_jobs * summed.job_cores as n_cores,
    case
        when summed.job_status = 'running'
        then round(log_between(now_u('disk_io', summed.row_key), 20, 3000), 1)
    end as disk_io_avg,
    round(summed.n_jobs * summed.job_cores * coalesce(queue.core_power, 10), 3) as hs06
from summed
inner join queue using (queue_name)
;
