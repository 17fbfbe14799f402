-- criterion: TO-14
-- label: heartbeat
-- title: no heartbeat of the analysis job for too long
-- effect: fail
-- source: Brokerage page, Timeout Rules, "2 hours for heartbeats from running or"
-- source: spec/production.md 8.1 TO-14
-- bounds: exactly at the limit a job stays
-- nulls: a job without a modification time or label stays
-- differs: the running system takes jobs in stagein and stageout too (D56)
select
    job.panda_id,
    job.modification_time as clock_time,
    hours_after(job.modification_time, heartbeat_limit.analysis_hours) as due_time
from job
cross join heartbeat_limit
cross join cfg
where
    job.table_name = 'active4'
    and list_contains(cfg.heartbeat_statuses, job.job_status)
    and job.prod_source_label in ('user', 'panda')
