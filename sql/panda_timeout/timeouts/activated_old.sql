-- criterion: TO-09
-- label: activated
-- title: the job is older than any activated job may be
-- effect: kill
-- code: 2
-- source: running system
-- bounds: exactly seven days after its creation a job stays
-- nulls: a job without a creation time stays
-- differs: off on the page: activated jobs have the two days of TO-07 alone
select
    job.panda_id,
    job.creation_time as clock_time,
    days_after(job.creation_time, cfg.activated_old_days) as due_time
from job
cross join cfg
where job.table_name = 'active4' and job.job_status = 'activated'
