-- criterion: TO-01
-- title: the job is pending for too long
-- effect: kill
-- code: 4
-- source: C230
-- bounds: exactly an hour after its creation a job stays
-- nulls: a job without a creation time stays
select
    job.panda_id,
    job.creation_time as clock_time,
    hours_after(job.creation_time, cfg.pending_hours) as due_time
from job
cross join cfg
where job.table_name = 'defined4' and job.job_status = 'pending'
