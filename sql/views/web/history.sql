-- title: how chunks and pilots fared over time, as means over parts of equal length
-- grain: policy, part
-- note: a row of `board` is of a cycle of the scoreboard
with
    cycles as (
        select
            policy,
            snapshot_id,
            max(board.n_chunks) filter (where scope = 'all') as n_chunks,
            max(board.n_chunks * coalesce(assigned_percent, 0) / 100) filter (
                where scope = 'all'
            ) as n_assigned,
            max(n_throttled) filter (where scope = 'all') as n_throttled,
            max(n_capped) filter (where scope = 'all') as n_capped,
            max(n_starved) filter (where scope = 'all') as n_starved,
            max(wait_p50_h) filter (where scope = 'all') as wait_p50_h,
            max(wait_p95_h) filter (where scope = 'all') as wait_p95_h,
            max(jain_index) filter (where scope = 'all') as jain_index,
            sum(n_matched) filter (where scope = 'group') as n_matched,
            sum(n_waiting) filter (where scope = 'group') as n_waiting
        from board
        group by policy, snapshot_id
    )

select
    history_part.policy,
    history_part.part,
    min(history_part.snapshot_time) as snapshot_time,
    count(*) as n_cycles,
    avg(cycles.n_assigned) as assigned,
    avg(cycles.n_chunks - cycles.n_assigned - cycles.n_throttled) as pending,
    avg(cycles.n_throttled) as throttled,
    avg(cycles.n_capped) as capped,
    avg(cycles.n_starved) as starved,
    avg(cycles.n_matched) as matched,
    avg(cycles.n_waiting) as waiting,
    avg(cycles.wait_p50_h) as wait_p50_h,
    avg(cycles.wait_p95_h) as wait_p95_h,
    avg(cycles.jain_index) as jain_index
from history_part
inner join cycles using (policy, snapshot_id)
group by history_part.policy, history_part.part
order by history_part.policy, history_part.part
