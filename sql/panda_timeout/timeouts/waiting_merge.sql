-- criterion: TO-02
-- label: waiting
-- title: the event service merge job waits for too long
-- effect: kill
-- code: 2
-- source: running system
-- bounds: exactly ten minutes after its creation a job stays
-- nulls: a job without a creation time stays
select
    job.panda_id,
    job.creation_time as clock_time,
    minutes_after(job.creation_time, cfg.waiting_merge_minutes) as due_time
from job
cross join cfg
where job.table_name = 'defined4' and job.job_status = 'waiting' and job.event_service = 2
