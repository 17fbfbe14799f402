-- title: the board in the order in which it is read
select
    board.snapshot_id,
    board.snapshot_time,
    board.policy,
    board.scope,
    board.name,
    board.target_percent,
    board.used_percent,
    board.used_ratio,
    board.jain_index,
    board.n_shares,
    board.n_chunks,
    board.assigned_percent,
    board.n_throttled,
    board.n_capped,
    board.n_starved,
    board.wait_p50_h,
    board.wait_p95_h,
    board.wait_p99_h,
    board.n_waiting,
    board.n_matched
from board
order by board.snapshot_time, board.snapshot_id, board.policy, board.scope, board.name
