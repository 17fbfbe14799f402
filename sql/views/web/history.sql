-- title: how chunks and pilots fared over time, as means over parts of equal length
-- grain: policy, part
-- note: a row of `board` is a cycle of the scoreboard
with
    cycles as (
        select
            board.policy,
            board.snapshot_time,
            max(board.n_chunks) filter (where board.scope = 'all') as n_chunks,
            max(board.n_chunks * board.assigned_percent / 100) filter (
                where board.scope = 'all'
            ) as n_assigned,
            max(board.n_throttled) filter (where board.scope = 'all') as n_throttled,
            max(board.wait_p50_h) filter (where board.scope = 'all') as wait_p50_h,
            max(board.jain_index) filter (where board.scope = 'all') as jain_index,
            sum(board.n_matched) filter (where board.scope = 'group') as n_matched,
            sum(board.n_waiting) filter (where board.scope = 'group') as n_waiting
        from board
        group by board.policy, board.snapshot_time
    ),

    parts as (
        select
            cycles.*,
            ntile(?) over (
                partition by cycles.policy order by cycles.snapshot_time
            ) as part
        from cycles
    )

select
    parts.policy,
    parts.part,
    min(parts.snapshot_time) as snapshot_time,
    count(*) as n_cycles,
    avg(parts.n_assigned) as assigned,
    avg(parts.n_chunks - parts.n_assigned - parts.n_throttled) as pending,
    avg(parts.n_throttled) as throttled,
    avg(parts.n_matched) as matched,
    avg(parts.n_waiting) as waiting,
    avg(parts.wait_p50_h) as wait_p50_h,
    avg(parts.jain_index) as jain_index
from parts
group by parts.policy, parts.part
order by parts.policy, parts.part
