-- criterion: TO-02
-- title: the job waits for too long
-- effect: kill
-- code: 4
-- source: running system
-- bounds: exactly an hour after its creation a job stays
-- nulls: a job without a creation time stays; one that is no event service job is no
-- co-jumbo job
select
    job.panda_id,
    job.creation_time as clock_time,
    hours_after(job.creation_time, cfg.waiting_hours) as due_time
from job
cross join cfg
where
    job.table_name = 'defined4'
    and job.job_status = 'waiting'
    and job.event_service is distinct from 5
