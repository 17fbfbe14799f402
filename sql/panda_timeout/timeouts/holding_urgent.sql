-- criterion: TO-16
-- label: holding
-- title: the urgent job is held for too long
-- effect: fail
-- source: C244
-- bounds: exactly three hours after the earlier of its last change and its end a job
-- stays; priority 800 is urgent on the page and not in the running system
-- nulls: one of the two times is enough; a job without a priority is not urgent
-- differs: the running system takes priorities above 800 only
select
    job.panda_id,
    least(job.modification_time, job.end_time) as clock_time,
    hours_after(least(job.modification_time, job.end_time), cfg.holding_urgent_hours) as due_time
from job
cross join cfg
where
    job.table_name = 'active4'
    and job.job_status = 'holding'
    and exceeds(job.current_priority, cfg.high_prio, cfg.holding_prio_op)
