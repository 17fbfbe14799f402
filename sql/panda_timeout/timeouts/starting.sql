-- criterion: TO-08
-- title: the job is starting and does not run for too long
-- effect: reassign
-- code: 51
-- source: C235
-- bounds: exactly two days after its change of status a job stays
-- nulls: a job without a state change time stays; where label, holder and relocation
-- flag are asked for, NULL matches none; a queue that is not known allows to reassign
-- differs: the running system takes managed jobs that JEDI holds, except those of
-- relocation flag 2
select
    job.panda_id,
    job.state_change_time as clock_time,
    days_after(job.state_change_time, cfg.starting_days) as due_time
from job
left join queue_state using (queue_name)
cross join cfg
where
    job.table_name = 'active4'
    and job.job_status = 'starting'
    and not coalesce(queue_state.is_reassign_disabled, false)
    and (
        not cfg.timeout_preconditions
        or is_managed_by_jedi(job.prod_source_label, job.locked_by, job.relocation_flag)
    )
