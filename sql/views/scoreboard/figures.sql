-- title: how the chunks of a policy fare in each cycle
-- grain: snapshot_id, policy
-- note: waits are estimates for assigned chunks, h
select
    snapshot_id,
    snapshot_time,
    policy,
    count(*) as n_chunks,
    100.0::double * count(*) filter (status = 'assigned') / count(*) as assigned_percent,
    count(*) filter (status = 'throttled') as n_throttled,
    count(*) filter (is_capped) as n_capped,
    count(*) filter (is_starved) as n_starved,
    quantile_cont(wait_s, 0.5) / 3600 as wait_p50_h,
    quantile_cont(wait_s, 0.95) / 3600 as wait_p95_h,
    quantile_cont(wait_s, 0.99) / 3600 as wait_p99_h
from standing
group by snapshot_id, snapshot_time, policy
