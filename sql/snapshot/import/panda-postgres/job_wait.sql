-- one task: no
-- User jobs that started in the last four days, of which the sample is taken.
select
    log.pandaid as panda_id,
    job.computingsite as queue_name,
    job.gshare,
    job.prodsourcelabel as prod_source_label,
    job.processingtype as processing_type,
    job.produsername as prod_user_name,
    min(log.modificationtime) filter (where log.jobstatus = 'activated') as first_activated,
    min(log.modificationtime) filter (where log.jobstatus = 'running') as first_running
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
    ) as job
inner join jobs_statuslog as log on job.pandaid = log.pandaid
where
    job.vo =:vo::text
    and job.prodsourcelabel = 'user'
    and job.starttime >:now::timestamp - interval '4 days'
    and log.jobstatus in ('activated', 'running')
    and log.modificationtime >:now::timestamp - interval '7 days'
group by
    log.pandaid,
    job.computingsite,
    job.gshare,
    job.prodsourcelabel,
    job.processingtype,
    job.produsername
