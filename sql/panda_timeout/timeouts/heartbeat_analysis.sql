-- criterion: TO-14
-- label: heartbeat
-- title: no heartbeat of the analysis job for too long
-- effect: fail
-- source: C241
-- bounds: exactly at the limit a job stays
-- nulls: a job without a modification time or label stays; the limit: see job_heartbeat
-- differs: the running system takes jobs in stagein and stageout too, and knows no
-- limits of workflows here
select
    job.panda_id,
    job.modification_time as clock_time,
    hours_after(job.modification_time, job_heartbeat.analysis_limit_hours) as due_time
from job
inner join job_heartbeat using (panda_id)
cross join cfg
where
    job.table_name = 'active4'
    and list_contains(cfg.heartbeat_statuses, job.job_status)
    and job.prod_source_label in ('user', 'panda')
