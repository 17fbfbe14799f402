-- title: the board of all cycles in one: counts and percentages as means over them
-- grain: policy, scope, name
select
    board.policy,
    board.scope,
    board.name,
    count(*) as n_cycles,
    fsum(board.target_percent) / count(board.target_percent) as target_percent,
    fsum(board.used_percent) / count(board.used_percent) as used_percent,
    fsum(board.used_ratio) / count(board.used_ratio) as used_ratio,
    fsum(board.jain_index) / count(board.jain_index) as jain_index,
    fsum(board.n_chunks) / count(board.n_chunks) as n_chunks,
    fsum(board.assigned_percent) / count(board.assigned_percent) as assigned_percent,
    fsum(board.n_throttled) / count(board.n_throttled) as n_throttled,
    fsum(board.n_capped) / count(board.n_capped) as n_capped,
    fsum(board.n_starved) / count(board.n_starved) as n_starved,
    fsum(board.wait_p50_h) / count(board.wait_p50_h) as wait_p50_h,
    fsum(board.wait_p95_h) / count(board.wait_p95_h) as wait_p95_h,
    fsum(board.wait_p99_h) / count(board.wait_p99_h) as wait_p99_h,
    fsum(board.n_waiting) / count(board.n_waiting) as n_waiting,
    fsum(board.n_matched) / count(board.n_matched) as n_matched
from board
group by board.policy, board.scope, board.name
order by
    board.policy, board.scope, max(board.target_percent) desc nulls last, board.name
