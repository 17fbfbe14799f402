-- title: starts of user jobs that show how long jobs wait at a queue
-- grain: panda_id
-- bounds: a start as old as the sample does not count, a wait of 0 does
-- nulls: a start without one of its times does not count
-- note: merge jobs and those of gangarbt of the last four days; young starts weigh more
select
    job_wait.panda_id,
    job_wait.queue_name,
    epoch(job_wait.first_running - job_wait.first_activated) as wait_s,
    decayed(
        epoch(snapshot.snapshot_time - job_wait.first_running), 3600 * cfg.wait_half_life_h
    ) as weight
from job_wait
cross join snapshot
cross join cfg
where
    job_wait.prod_source_label = 'user'
    and job_wait.gshare = 'User Analysis'
    and (job_wait.processing_type = 'pmerge' or job_wait.prod_user_name = 'gangarbt')
    and job_wait.first_running <= snapshot.snapshot_time
    and job_wait.first_running > snapshot.snapshot_time - to_days(cfg.wait_sample_days)
    and job_wait.first_running >= job_wait.first_activated
