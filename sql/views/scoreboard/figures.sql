-- title: how the chunks of a policy fare in each cycle
-- grain: snapshot_id, policy
-- note: waits are estimates for assigned chunks, h
select
    standing.snapshot_id,
    standing.snapshot_time,
    standing.policy,
    count(*) as n_chunks,
    100.0::double
    * count(*) filter (standing.status = 'assigned')
    / count(*) as assigned_percent,
    count(*) filter (standing.status = 'throttled') as n_throttled,
    count(*) filter (standing.is_capped) as n_capped,
    count(*) filter (standing.is_starved) as n_starved,
    quantile_cont(standing.wait_s, 0.5) / 3600 as wait_p50_h,
    quantile_cont(standing.wait_s, 0.95) / 3600 as wait_p95_h,
    quantile_cont(standing.wait_s, 0.99) / 3600 as wait_p99_h
from standing
group by standing.snapshot_id, standing.snapshot_time, standing.policy
