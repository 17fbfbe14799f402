-- criterion: TO-18
-- label: holding
-- title: the analysis job is held and no report of its pilot is on the way
-- effect: fail
-- source: running system
-- bounds: exactly three hours after its last change, or its end, a job stays
-- nulls: a job without a time of its last change or of its state, or without a label,
-- stays; a report of which nothing is known is none
-- differs: off on the page: other holding jobs have the days of TO-17 alone
select
    job.panda_id,
    least(job.modification_time, job.end_time) as clock_time,
    hours_after(least(job.modification_time, job.end_time), cfg.holding_analysis_hours) as due_time
from job
cross join cfg
where
    job.table_name = 'active4'
    and job.job_status = 'holding'
    and job.prod_source_label in ('user', 'panda')
    and job.state_change_time <> job.modification_time
    and not coalesce(job.has_output_report, false)
