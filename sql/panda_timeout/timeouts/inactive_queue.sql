-- criterion: TO-10
-- title: the urgent job does not start at a queue that starts nothing
-- effect: reassign
-- code: 51
-- source: C236, C237, C238
-- bounds: exactly four hours of the job, or two hours of the queue, are not enough;
-- priority 800 is urgent
-- nulls: a queue without a start on record is active; of a queue that is not known no
-- job goes; see urgent_job
-- differs: the running system asks for more, and for the clocks of other jobs of the
-- queue, see urgent_job
with
    waiting as (
        select
            urgent_job.panda_id,
            urgent_job.clock_time,
            hours_after(
                later(urgent_job.clock_time, urgent_job.queue_clock_time), cfg.urgent_hours
            ) as job_due_time,
            hours_after(queue_state.last_start_time, cfg.inactive_hours) as queue_due_time,
            coalesce(queue_state.status in ('offline', 'test'), false) as is_closed
        from urgent_job
        inner join queue_state using (queue_name)
        cross join cfg
        where not queue_state.is_reassign_disabled
    )

select
    panda_id,
    clock_time,
    if(is_closed, job_due_time, later(job_due_time, queue_due_time)) as due_time
from waiting
