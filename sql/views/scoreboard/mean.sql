-- title: the board of all cycles in one: counts and percentages as means over them
-- grain: policy, scope, name
select
    policy,
    scope,
    name,
    count(*) as n_cycles,
    mean_over(board.target_percent, snapshot_time) as target_percent,
    mean_over(used_percent, snapshot_time) as used_percent,
    mean_over(used_ratio, snapshot_time) as used_ratio,
    mean_over(jain_index, snapshot_time) as jain_index,
    mean_over(n_chunks, snapshot_time) as n_chunks,
    mean_over(assigned_percent, snapshot_time) as assigned_percent,
    mean_over(n_throttled, snapshot_time) as n_throttled,
    mean_over(n_capped, snapshot_time) as n_capped,
    mean_over(n_starved, snapshot_time) as n_starved,
    mean_over(wait_p50_h, snapshot_time) as wait_p50_h,
    mean_over(wait_p95_h, snapshot_time) as wait_p95_h,
    mean_over(wait_p99_h, snapshot_time) as wait_p99_h,
    mean_over(n_waiting, snapshot_time) as n_waiting,
    mean_over(n_matched, snapshot_time) as n_matched
from board
group by policy, scope, name
order by policy, scope, max(board.target_percent) desc nulls last, name
