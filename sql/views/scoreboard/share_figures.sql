-- title: how the chunks of each global share fare under a policy in each cycle
-- grain: snapshot_id, policy, name
-- nulls: chunks without a share are not in it
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
    quantile_cont(wait_s, 0.5) / 3600 as wait_p50_h
from standing
where gshare is not null
group by all
