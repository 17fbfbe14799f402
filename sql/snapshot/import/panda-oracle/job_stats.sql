-- Untested: written after import/panda-postgres, for Oracle.
-- with: live_job
-- Counted from the jobs themselves, so that all columns are of one grain. NULL stays
-- NULL in workqueue_id: the broker's own "not in" drops such rows.
select
    vo,
    prodsourcelabel as prod_source_label,
    computingsite as queue_name,
    gshare,
    cast(workqueue_id as number(18)) as workqueue_id,
    resource_type,
    jobstatus as job_status,
    nucleus,
    count(*) as n_jobs,
    sum(coalesce(actualcorecount, corecount, 1)) as n_cores,
    avg(
        case when jobstatus = 'running' then diskio / coalesce(nullif(corecount, 0), 1) end
    ) as disk_io_avg,
    cast(null as binary_double) as hs06
from live_job
where vo =:vo and computingsite is not null
group by vo, prodsourcelabel, computingsite, gshare, workqueue_id, resource_type, jobstatus, nucleus
