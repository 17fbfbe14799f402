-- title: the board of all cycles in one: counts and percentages as means over them
-- grain: policy, scope, name
select
    board.policy,
    board.scope,
    board.name,
    count(*) as n_cycles,
    mean_over(board.target_percent, board.snapshot_time) as target_percent,
    mean_over(board.used_percent, board.snapshot_time) as used_percent,
    mean_over(board.used_ratio, board.snapshot_time) as used_ratio,
    mean_over(board.jain_index, board.snapshot_time) as jain_index,
    mean_over(board.n_chunks, board.snapshot_time) as n_chunks,
    mean_over(board.assigned_percent, board.snapshot_time) as assigned_percent,
    mean_over(board.n_throttled, board.snapshot_time) as n_throttled,
    mean_over(board.n_capped, board.snapshot_time) as n_capped,
    mean_over(board.n_starved, board.snapshot_time) as n_starved,
    mean_over(board.wait_p50_h, board.snapshot_time) as wait_p50_h,
    mean_over(board.wait_p95_h, board.snapshot_time) as wait_p95_h,
    mean_over(board.wait_p99_h, board.snapshot_time) as wait_p99_h,
    mean_over(board.n_waiting, board.snapshot_time) as n_waiting,
    mean_over(board.n_matched, board.snapshot_time) as n_matched
from board
group by board.policy, board.scope, board.name
order by
    board.policy, board.scope, max(board.target_percent) desc nulls last, board.name
