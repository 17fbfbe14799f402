-- criterion: TO-06
-- label: defined
-- title: the job is older than any job may be before it is activated
-- effect: kill
-- code: 2
-- source: running system
-- bounds: exactly seven days after its creation a job stays
-- nulls: a job without a creation time stays
select
    job.panda_id,
    job.creation_time as clock_time,
    days_after(job.creation_time, cfg.defined_old_days) as due_time
from job
cross join cfg
where job.table_name = 'defined4'
