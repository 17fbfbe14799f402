-- criterion: TO-17
-- title: the job is held for too long
-- effect: fail
-- source: C245
-- bounds: exactly two days after the earlier of its last change and its end a job
-- stays; priority 800 is too urgent for this rule of the page
-- nulls: one of the two times is enough; a job without a priority is not urgent
-- differs: the page lost the number of days: 48 hours in both; the running system takes
-- all priorities
select
    job.panda_id,
    least(job.modification_time, job.end_time) as clock_time,
    hours_after(least(job.modification_time, job.end_time), cfg.timeout_holding) as due_time
from job
cross join cfg
where
    job.table_name = 'active4'
    and job.job_status = 'holding'
    and (cfg.holding_all_priorities or coalesce(job.current_priority < cfg.high_prio, true))
