-- criterion: TO-15
-- label: stage-out
-- title: no sign of life while the job moves its output itself
-- effect: fail
-- source: C243
-- bounds: exactly at the limit a job stays
-- nulls: a job without a modification time stays; one without a sub status has no
-- stage-out of its own
-- differs: the running system takes analysis jobs with the limit of analysis, whatever
-- their sub status, and no others
select
    job.panda_id,
    job.modification_time as clock_time,
    hours_after(
        job.modification_time,
        if(cfg.to15_workflow, job_heartbeat.limit_hours, heartbeat_limit.analysis_hours)
    ) as due_time
from job
inner join job_heartbeat using (panda_id)
cross join heartbeat_limit
cross join cfg
where
    job.table_name = 'active4'
    and job.job_status = 'transferring'
    and case
        when cfg.to15_workflow
        then job.job_sub_status is not null
        else job.prod_source_label in ('user', 'panda')
    end
