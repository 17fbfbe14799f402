-- Untested: written after import/panda-postgres, for Oracle.
-- with: live_job
-- A job without a number of cores adds none, as for the broker.
select
    computingsite as queue_name,
    gshare,
    produsername as prod_user_name,
    workinggroup as working_group,
    prodsourcelabel as prod_source_label,
    case when processingtype = 'pmerge' then 1 else 0 end as is_pmerge,
    jobstatus as job_status,
    count(*) as n_jobs,
    sum(corecount) as n_cores
from live_job
group by
    computingsite,
    gshare,
    produsername,
    workinggroup,
    prodsourcelabel,
    case when processingtype = 'pmerge' then 1 else 0 end,
    jobstatus
