-- title: the board in the order in which it is read
select
    snapshot_id,
    snapshot_time,
    policy,
    scope,
    name,
    target_percent,
    used_percent,
    used_ratio,
    jain_index,
    n_shares,
    n_chunks,
    assigned_percent,
    n_throttled,
    n_capped,
    n_starved,
    wait_p50_h,
    wait_p95_h,
    wait_p99_h,
    n_waiting,
    n_matched
from board
order by snapshot_time, snapshot_id, policy, scope, name
