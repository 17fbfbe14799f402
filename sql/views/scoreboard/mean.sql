-- title: the board of all cycles in one: counts and percentages as means over them
-- grain: policy, scope, name
-- note: a cycle in which there was nothing to count counts with 0, so that counts add up
with cycles as (select count(distinct snapshot_id) as n_all from board)

select
    policy,
    scope,
    name,
    count(*) as n_cycles,
    mean_over(board.target_percent, snapshot_time) as target_percent,
    mean_over(used_percent, snapshot_time) as used_percent,
    mean_over(used_ratio, snapshot_time) as used_ratio,
    mean_over(jain_index, snapshot_time) as jain_index,
    fsum(n_chunks order by snapshot_time) / any_value(cycles.n_all) as n_chunks,
    mean_over(assigned_percent, snapshot_time) as assigned_percent,
    fsum(n_throttled order by snapshot_time) / any_value(cycles.n_all) as n_throttled,
    fsum(n_capped order by snapshot_time) / any_value(cycles.n_all) as n_capped,
    fsum(n_starved order by snapshot_time) / any_value(cycles.n_all) as n_starved,
    mean_over(wait_p50_h, snapshot_time) as wait_p50_h,
    mean_over(wait_p95_h, snapshot_time) as wait_p95_h,
    mean_over(wait_p99_h, snapshot_time) as wait_p99_h,
    fsum(n_waiting order by snapshot_time) / any_value(cycles.n_all) as n_waiting,
    fsum(n_matched order by snapshot_time) / any_value(cycles.n_all) as n_matched
from board
cross join cycles
group by policy, scope, name
order by policy, scope, max(board.target_percent) desc nulls last, name
