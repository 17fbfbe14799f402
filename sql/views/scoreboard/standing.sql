-- title: each chunk in each cycle, and whether it has waited for too long by then
-- grain: snapshot_id, policy, jedi_task_id, chunk_no
-- bounds: exactly that long is starved
-- note: starved: without a queue for starved_s seconds; it waits since the first cycle
-- in a row without a queue, or since its task failed first, where that was before
with

    served as (
        select
            chunk_state.*,
            max(chunk_state.snapshot_time) filter (
                chunk_state.status = 'assigned'
            ) over (
                partition by
                    chunk_state.policy, chunk_state.jedi_task_id, chunk_state.chunk_no
                order by chunk_state.snapshot_time
            ) as served_time
        from chunk_state
    ),

    waiting as (
        select
            served.*,
            min(served.snapshot_time) filter (served.status <> 'assigned') over (
                partition by
                    served.policy,
                    served.jedi_task_id,
                    served.chunk_no,
                    served.served_time
            ) as first_time,
            case
                when served.frozen_time > served.served_time
                then served.frozen_time
                when served.served_time is null
                then served.frozen_time
            end as failed_time
        from served
    ),

    aged as (
        select
            waiting.* exclude (served_time, first_time, failed_time),
            case
                when waiting.status <> 'assigned'
                then least(waiting.first_time, waiting.failed_time)
            end as since_time
        from waiting
    )

select
    aged.*,
    coalesce(
        date_diff('second', aged.since_time, aged.snapshot_time)
        >= getvariable('starved_s'),
        false
    ) as is_starved
from aged
