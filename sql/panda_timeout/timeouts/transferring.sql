-- criterion: TO-19
-- title: the outputs of the job do not arrive
-- effect: fail
-- source: C246, C247
-- bounds: exactly at either limit a job stays; priority 800 is urgent
-- nulls: outputs of which nothing is known are missing; a job without both end and
-- start stays, and so does one without a modification time where changes count; one
-- without a priority is not urgent
-- differs: the page takes the days of the queue, where it has some; the running system
-- 2 and 6 days everywhere, and only managed and test jobs that nobody has changed for
-- two hours, or for one if they are urgent
with
    moving as (
        select
            job.panda_id,
            job.prod_source_label,
            coalesce(job.end_time, job.start_time) as clock_time,
            case
                when job.current_priority >= cfg.high_prio
                then coalesce(queue_transfer.hi_days, cfg.transtime_hi_days)
                else coalesce(queue_transfer.lo_days, cfg.transtime_lo_days)
            end as limit_days,
            case
                when job.current_priority >= cfg.high_prio
                then hours_after(job.modification_time, cfg.transferring_urgent_hours)
                else hours_after(job.modification_time, cfg.transferring_hours)
            end as scan_time
        from job
        left join queue_transfer using (queue_name)
        cross join cfg
        where
            job.table_name = 'active4'
            and job.job_status = 'transferring'
            and coalesce(job.has_missing_outputs, true)
    )

select
    moving.panda_id,
    moving.clock_time,
    case
        when cfg.transferring_scan
        then later(moving.scan_time, days_after(moving.clock_time, moving.limit_days))
        else days_after(moving.clock_time, moving.limit_days)
    end as due_time
from moving
cross join cfg
where not cfg.transferring_scan or moving.prod_source_label in ('managed', 'test')
