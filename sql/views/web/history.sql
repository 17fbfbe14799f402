-- title: how chunks and pilots fared over time, as means over parts of equal length
-- grain: policy, part
-- note: a row of `board` is a cycle of the scoreboard
with
    cycles as (
        select
            policy,
            snapshot_time,
            max(board.n_chunks) filter (where scope = 'all') as n_chunks,
            max(board.n_chunks * assigned_percent / 100) filter (
                where scope = 'all'
            ) as n_assigned,
            max(n_throttled) filter (where scope = 'all') as n_throttled,
            max(wait_p50_h) filter (where scope = 'all') as wait_p50_h,
            max(jain_index) filter (where scope = 'all') as jain_index,
            sum(n_matched) filter (where scope = 'group') as n_matched,
            sum(n_waiting) filter (where scope = 'group') as n_waiting
        from board
        group by policy, snapshot_time
    ),

    parts as (
        select
            cycles.*, ntile(?) over (partition by policy order by snapshot_time) as part
        from cycles
    )

select
    policy,
    part,
    min(snapshot_time) as snapshot_time,
    count(*) as n_cycles,
    avg(n_assigned) as assigned,
    avg(n_chunks - n_assigned - n_throttled) as pending,
    avg(n_throttled) as throttled,
    avg(n_matched) as matched,
    avg(n_waiting) as waiting,
    avg(wait_p50_h) as wait_p50_h,
    avg(jain_index) as jain_index
from parts
group by policy, part
order by policy, part
