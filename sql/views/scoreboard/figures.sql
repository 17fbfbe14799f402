-- title: how the chunks of a policy, and those of each global share, fare in each cycle
-- grain: snapshot_id, policy, name
-- nulls: name is NULL for all chunks; chunks without a share are in no share
-- note: waits are estimates for assigned chunks, h; their outer quantiles are of all
select
    snapshot_id,
    snapshot_time,
    policy,
    gshare as name,
    count(*) as n_chunks,
    100.0::double * count(*) filter (status = 'assigned') / count(*) as assigned_percent,
    count(*) filter (status = 'throttled') as n_throttled,
    count(*) filter (is_capped) as n_capped,
    count(*) filter (is_starved) as n_starved,
    quantile_cont(wait_s, 0.5) / 3600 as wait_p50_h,
    case when grouping(gshare) = 1 then quantile_cont(wait_s, 0.95) / 3600 end as wait_p95_h,
    case when grouping(gshare) = 1 then quantile_cont(wait_s, 0.99) / 3600 end as wait_p99_h
from standing
group by snapshot_id, snapshot_time, policy, rollup (gshare)
having grouping(gshare) = 1 or gshare is not null
