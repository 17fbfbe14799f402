-- criterion: TO-13
-- title: no heartbeat of the job for too long
-- effect: fail
-- source: C241
-- bounds: exactly at the limit a job stays
-- nulls: a job without a modification time stays; a queue that is not known is not
-- paused; the limit: see job_heartbeat
-- differs: the running system takes jobs in stagein and stageout too, and asks the
-- queue for the workflow
select
    job.panda_id,
    job.modification_time as clock_time,
    hours_after(job.modification_time, job_heartbeat.limit_hours) as due_time
from job
inner join job_heartbeat using (panda_id)
left join queue_state using (queue_name)
cross join cfg
where
    job.table_name = 'active4'
    and list_contains(cfg.heartbeat_statuses, job.job_status)
    and queue_state.status is distinct from 'paused'
