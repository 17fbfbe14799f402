-- title: chunks that are capped or starved in the last cycle, those that wait longest
-- first
-- grain: policy, jedi_task_id, chunk_no
select
    standing.policy,
    standing.jedi_task_id,
    standing.chunk_no,
    standing.gshare,
    standing.status,
    standing.is_capped,
    standing.is_starved,
    greatest(
        date_diff('second', standing.since_time, standing.snapshot_time), 0
    ) as waits_s
from standing
where
    (standing.is_capped or standing.is_starved)
    and standing.snapshot_time = (
        select max(last.snapshot_time)
        from standing as last
        where last.policy = standing.policy
    )
order by waits_s desc, standing.policy, standing.jedi_task_id, standing.chunk_no
