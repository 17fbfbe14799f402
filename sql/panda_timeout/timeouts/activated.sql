-- criterion: TO-07
-- title: the job is activated and does not start for too long
-- effect: reassign
-- code: 51
-- source: C234
-- bounds: exactly two days after its last change a job stays
-- nulls: a job without a modification time stays; where label, holder and relocation
-- flag are asked for, NULL matches none; a queue that is not known allows to reassign
-- differs: the running system takes managed jobs that JEDI holds, except those of
-- relocation flag 2
select
    job.panda_id,
    job.modification_time as clock_time,
    days_after(job.modification_time, cfg.activated_days) as due_time
from job
left join queue_state using (queue_name)
cross join cfg
where
    job.table_name = 'active4'
    and job.job_status = 'activated'
    and not coalesce(queue_state.is_reassign_disabled, false)
    and (
        not cfg.timeout_preconditions
        or is_managed_by_jedi(job.prod_source_label, job.locked_by, job.relocation_flag)
    )
