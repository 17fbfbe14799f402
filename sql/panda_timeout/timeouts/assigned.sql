-- criterion: TO-05
-- title: the job is assigned and does not start for too long
-- effect: reassign
-- code: 51
-- source: C232
-- bounds: exactly twelve hours after its last change a job stays
-- nulls: a job without a modification time stays; where label and holder are asked for,
-- NULL is neither
-- differs: the running system takes every status before activation, and only managed
-- jobs that JEDI holds
select
    job.panda_id,
    job.modification_time as clock_time,
    hours_after(job.modification_time, cfg.assigned_hours) as due_time
from job
cross join cfg
where
    job.table_name = 'defined4'
    and (cfg.timeout_status_scope = 'any' or job.job_status = 'assigned')
    and (
        not cfg.timeout_preconditions
        or (job.prod_source_label = 'managed' and job.locked_by = 'jedi')
    )
