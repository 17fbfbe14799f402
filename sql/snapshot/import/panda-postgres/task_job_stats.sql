-- with: work, live_job
-- Jobs of the last day that are done count by minute. Of failed ones only those with
-- an error of the pilot, of closed ones only those to be assigned again.
select
    live_job.jeditaskid as jedi_task_id,
    live_job.computingsite as queue_name,
    live_job.resource_type,
    live_job.jobstatus as job_status,
    null::timestamp as last_change,
    count(*) as n_jobs,
    count(*) as n_jobs_all
from live_job
inner join work on live_job.jeditaskid = work.jeditaskid
group by live_job.jeditaskid, live_job.computingsite, live_job.resource_type, live_job.jobstatus
union all
select
    job.jeditaskid,
    job.computingsite,
    job.resource_type,
    job.jobstatus,
    date_trunc('minute', job.modificationtime),
    count(*) filter (
        where
            job.jobstatus = 'finished'
            or (job.jobstatus = 'failed' and job.piloterrorcode <> 0)
            or (
                job.jobstatus = 'closed'
                and job.jobsubstatus = 'toreassign'
                and job.relocationflag <> 3
            )
    ),
    count(*)
from jobsarchived4 as job
inner join work on job.jeditaskid = work.jeditaskid
where
    job.jobstatus in ('failed', 'closed', 'finished')
    and job.modificationtime >:now::timestamp - interval '1 day'
group by
    job.jeditaskid,
    job.computingsite,
    job.resource_type,
    job.jobstatus,
    date_trunc('minute', job.modificationtime)
