-- criterion: TO-20
-- title: the job is throttled for too long
-- effect: kill
-- code: 2
-- source: C233
-- bounds: exactly seven days after its creation a job stays
-- nulls: a job without a creation time stays
select
    job.panda_id,
    job.creation_time as clock_time,
    days_after(job.creation_time, cfg.throttled_days) as due_time
from job
cross join cfg
where job.table_name = 'active4' and job.job_status = 'throttled'
