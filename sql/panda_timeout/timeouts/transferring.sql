-- criterion: TO-19
-- label: transferring
-- title: the outputs of the job do not arrive
-- effect: fail
-- source: Brokerage page, Timeout Rules, "transtimehi days for transferring jobs"
-- source: spec/production.md 8.1 TO-19
-- bounds: exactly at either limit a job stays; priority 800 is urgent
-- nulls: outputs of which nothing is known are missing; a job without a modification
-- nulls: time, or without both end and start, stays; one without a priority is not
-- nulls: urgent
-- differs: the page takes the days of the queue, where it has some; the running system
-- differs: 2 and 6 days everywhere (D38)
with
    moving as (
        select
            job.panda_id,
            job.queue_name,
            job.modification_time,
            coalesce(job.end_time, job.start_time) as clock_time,
            coalesce(job.current_priority >= cfg.high_prio, false) as is_urgent
        from job
        cross join cfg
        where
            job.table_name = 'active4'
            and job.job_status = 'transferring'
            and job.prod_source_label in ('managed', 'test')
            and coalesce(job.has_missing_outputs, true)
    )

select
    moving.panda_id,
    moving.clock_time,
    case
        when moving.is_urgent
        then
            later(
                hours_after(moving.modification_time, cfg.transferring_urgent_hours),
                days_after(
                    moving.clock_time,
                    coalesce(queue_transfer.hi_days, cfg.transtime_hi_days)
                )
            )
        else
            later(
                hours_after(moving.modification_time, cfg.transferring_hours),
                days_after(
                    moving.clock_time,
                    coalesce(queue_transfer.lo_days, cfg.transtime_lo_days)
                )
            )
    end as due_time
from moving
left join queue_transfer on moving.queue_name = queue_transfer.queue_name
cross join cfg
