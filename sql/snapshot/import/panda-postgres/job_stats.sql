-- with: live_job
-- Counted from the jobs themselves, so that all columns are of one grain. NULL stays
-- NULL in workqueue_id: the broker's own "not in" drops such rows.
select
    vo,
    prodsourcelabel as prod_source_label,
    computingsite as queue_name,
    gshare,
    workqueue_id::bigint as workqueue_id,
    resource_type,
    jobstatus as job_status,
    nucleus,
    count(*) as n_jobs,
    sum(coalesce(actualcorecount, corecount, 1))::bigint as n_cores,
    avg(diskio::float8 / coalesce(nullif(corecount, 0), 1)) filter (
        where jobstatus = 'running'
    ) as disk_io_avg,
    null::float8 as hs06
from live_job
where vo =:vo::text and computingsite is not null
group by vo, prodsourcelabel, computingsite, gshare, workqueue_id, resource_type, jobstatus, nucleus
