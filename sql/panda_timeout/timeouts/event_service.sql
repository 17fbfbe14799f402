-- criterion: TO-22
-- title: the urgent event service job (or cooperating jumbo job), or a merge job of it,
-- stands still
-- effect: kill
-- code: 2
-- source: running system
-- bounds: exactly a day after its change of status a job stays; priority 900 is urgent
-- enough, merge jobs need none
-- nulls: a job without a state change time stays; a job without a priority is not
-- urgent
-- differs: off on the page: 2 days for starting, 21 days for running jobs
select
    job.panda_id,
    job.state_change_time as clock_time,
    hours_after(job.state_change_time, cfg.event_service_hours) as due_time
from job
cross join cfg
where
    job.table_name = 'active4'
    and job.job_status in ('running', 'starting')
    and (
        (job.event_service in (1, 5) and job.current_priority >= cfg.top_prio)
        or job.event_service = 2
    )
