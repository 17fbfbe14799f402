-- title: chunks that are capped or starved in the last cycle, those that wait longest
-- first
-- grain: policy, jedi_task_id, chunk_no
select
    policy,
    jedi_task_id,
    chunk_no,
    gshare,
    status,
    is_capped,
    is_starved,
    greatest(date_diff('second', since_time, snapshot_time), 0) as waits_s
from standing
where
    (is_capped or is_starved)
    and snapshot_time
    = (select max(last.snapshot_time) from standing as last where last.policy = standing.policy)
order by waits_s desc, policy, jedi_task_id, chunk_no
