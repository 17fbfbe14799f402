-- Untested: written after import/panda-postgres, for Oracle.
-- one task: no
-- User jobs that started in the last day.
select
    log.pandaid as panda_id,
    job.computingsite as queue_name,
    job.gshare,
    job.prodsourcelabel as prod_source_label,
    job.processingtype as processing_type,
    job.produsername as prod_user_name,
    min(case when log.jobstatus = 'activated' then log.modificationtime end) as first_activated,
    min(case when log.jobstatus = 'running' then log.modificationtime end) as first_running
from
    (
        select
            pandaid,
            vo,
            computingsite,
            gshare,
            prodsourcelabel,
            processingtype,
            produsername,
            starttime
        from jobsactive4
        union all
        select
            pandaid,
            vo,
            computingsite,
            gshare,
            prodsourcelabel,
            processingtype,
            produsername,
            starttime
        from jobsarchived4
    ) job
inner join jobs_statuslog log on job.pandaid = log.pandaid
where
    job.vo =:vo
    and job.prodsourcelabel = 'user'
    and job.starttime >:now - interval '1' day
    and log.jobstatus in ('activated', 'running')
    and log.modificationtime >:now - interval '2' day
group by
    log.pandaid,
    job.computingsite,
    job.gshare,
    job.prodsourcelabel,
    job.processingtype,
    job.produsername
