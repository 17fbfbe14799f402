-- title: how evenly global shares have what they are meant to have: 1 is exactly
-- grain: snapshot_id, policy
-- nulls: shares without a target, or with nothing that runs or waits, do not count
-- note: Jain's index (sum x)^2 / (n sum x^2) of used / target
select
    snapshot_id,
    snapshot_time,
    policy,
    count(*) as n_shares,
    steady(
        fsum(used_ratio order by used_ratio)
        * fsum(used_ratio order by used_ratio)
        / nullif(count(*) * fsum(used_ratio * used_ratio order by used_ratio), 0)
    ) as jain_index
from policy_share
where is_wanted and used_ratio is not null
group by snapshot_id, snapshot_time, policy
