-- title: each chunk in each cycle, and whether it has waited for too long by then
-- grain: snapshot_id, policy, jedi_task_id, chunk_no
-- bounds: exactly that long is starved
-- note: starved: without a queue for starved_s seconds; it waits since the first cycle
-- in a row without a queue, or since its task failed first, where that was before
with
    served as (
        select
            chunk_state.*,
            max(snapshot_time) filter (status = 'assigned') over (
                partition by policy, jedi_task_id, chunk_no order by snapshot_time
            ) as served_time
        from chunk_state
    ),
    waiting as (
        select
            served.*,
            min(snapshot_time) filter (status <> 'assigned') over (
                partition by policy, jedi_task_id, chunk_no, served_time
            ) as first_time,
            case
                when frozen_time > served_time
                then frozen_time
                when served_time is null
                then frozen_time
            end as failed_time
        from served
    )

select
    waiting.* exclude (served_time, first_time, failed_time),
    case when status <> 'assigned' then least(first_time, failed_time) end as since_time,
    coalesce(
        date_diff('second', since_time, snapshot_time) >= getvariable('starved_s'), false
    ) as is_starved
from waiting
