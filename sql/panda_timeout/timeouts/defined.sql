-- criterion: TO-03
-- title: the job is defined and not assigned for too long
-- effect: reassign
-- code: 51
-- source: C231
-- bounds: exactly four hours after its last change a job stays
-- nulls: a job without a modification time stays; where label and holder are asked for,
-- NULL is neither
-- differs: the running system asks for a label and that JEDI holds the job
select
    job.panda_id,
    job.modification_time as clock_time,
    hours_after(job.modification_time, cfg.timeout_defined) as due_time
from job
cross join cfg
where
    job.table_name = 'defined4'
    and job.job_status = 'defined'
    and (
        not cfg.timeout_preconditions
        or (job.prod_source_label in ('managed', 'test') and job.locked_by = 'jedi')
    )
