-- criterion: TO-04
-- label: defined
-- title: the build job or the job that nobody holds is defined for too long
-- effect: kill
-- code: 2
-- source: running system
-- bounds: exactly four hours after its creation a job stays
-- nulls: a job without a creation time stays; nobody holds a job of holder NULL
select
    job.panda_id,
    job.creation_time as clock_time,
    hours_after(job.creation_time, cfg.timeout_defined) as due_time
from job
cross join cfg
where
    job.table_name = 'defined4'
    and job.job_status = 'defined'
    and (job.prod_source_label = 'panda' or job.locked_by is null)
