-- criterion: TO-11
-- title: the job was sent to a pilot and nothing was heard of it
-- effect: fail
-- source: C239
-- bounds: exactly half an hour after its last change a job stays
-- nulls: a job without a modification time stays
select
    job.panda_id,
    job.modification_time as clock_time,
    minutes_after(job.modification_time, cfg.sent_minutes) as due_time
from job
cross join cfg
where job.table_name = 'active4' and job.job_status = 'sent'
