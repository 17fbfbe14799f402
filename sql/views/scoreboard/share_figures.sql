-- title: how the chunks of each global share fare under a policy in each cycle
-- grain: snapshot_id, policy, name
-- nulls: chunks without a share are not in it
select
    standing.snapshot_id,
    standing.snapshot_time,
    standing.policy,
    standing.gshare as name,
    count(*) as n_chunks,
    100.0::double
    * count(*) filter (standing.status = 'assigned')
    / count(*) as assigned_percent,
    count(*) filter (standing.status = 'throttled') as n_throttled,
    count(*) filter (standing.is_capped) as n_capped,
    count(*) filter (standing.is_starved) as n_starved,
    quantile_cont(standing.wait_s, 0.5) / 3600 as wait_p50_h
from standing
where standing.gshare is not null
group by all
