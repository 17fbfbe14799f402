-- criterion: TO-12
-- label: running
-- title: the job is older than any running job may be
-- effect: kill
-- code: 2
-- source: C240
-- bounds: exactly 21 days after its creation a job stays
-- nulls: a job without a creation time stays
-- differs: the running system takes every status from activation on
select
    job.panda_id,
    job.creation_time as clock_time,
    days_after(job.creation_time, cfg.running_days) as due_time
from job
cross join cfg
where
    job.table_name = 'active4' and (cfg.timeout_status_scope = 'any' or job.job_status = 'running')
