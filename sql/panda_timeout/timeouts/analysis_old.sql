-- criterion: TO-21
-- label: active
-- title: nothing happens to the analysis or test job for too long
-- effect: kill
-- code: 2
-- source: running system
-- bounds: exactly seven days after its last change a job stays
-- nulls: a job without a modification time or label stays
select
    job.panda_id,
    job.modification_time as clock_time,
    days_after(job.modification_time, cfg.analysis_old_days) as due_time
from job
cross join cfg
where job.table_name = 'active4' and job.prod_source_label in ('user', 'panda', 'test')
