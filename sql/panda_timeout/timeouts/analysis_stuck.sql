-- criterion: TO-23
-- label: analysis
-- title: the analysis job does not start, and no other job of its definition goes on
-- there
-- effect: reassign
-- code: 51
-- source: running system
-- bounds: exactly at the limit a job stays; the limit is the longest of three hours,
-- ANALY_TIMEOUT and three hours after the last job of the definition ran, transferred
-- or ended; three hours where the queue is offline or in test
-- nulls: a job without the time, and one at a queue that is not known, stays; without a
-- definition nothing counts as progress; a group without ANALY_TIMEOUT of its own has
-- the common one
-- note: from the last change of activated and starting jobs, the creation of defined and
-- assigned ones; jobs that jedi has locked
-- differs: off on the page: 2 days for activated and starting jobs
with
    stuck as (
        select
            job.panda_id,
            job.job_definition_id,
            job.queue_name,
            case
                when job.job_status in ('activated', 'starting')
                then job.modification_time
                else job.creation_time
            end as clock_time,
            hours_after(clock_time, cfg.analysis_scan_hours) as scan_time,
            hours_after(
                clock_time, coalesce(cfg_group.analy_timeout_group, cfg.analy_timeout)
            ) as job_due_time
        from job
        left join cfg_group using (working_group)
        cross join cfg
        where
            job.prod_source_label in ('user', 'panda')
            and job.locked_by = 'jedi'
            and job.job_status in ('defined', 'assigned', 'activated', 'starting')
    )

select
    stuck.panda_id,
    stuck.clock_time,
    case
        when queue_state.status in ('offline', 'test')
        then stuck.scan_time
        when definition_progress.last_time is null
        then later(stuck.scan_time, stuck.job_due_time)
        else
            later(
                later(stuck.scan_time, stuck.job_due_time),
                hours_after(definition_progress.last_time, cfg.analysis_progress_hours)
            )
    end as due_time
from stuck
inner join queue_state using (queue_name)
left join definition_progress using (job_definition_id, queue_name)
cross join cfg
