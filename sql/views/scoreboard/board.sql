-- title: the scoreboard: all chunks, each global share, each DIRAC group, cycle by
-- cycle
-- grain: snapshot_id, policy, scope, name
-- nulls: policy is empty where nothing is decided, as in a history; name is empty for
-- all chunks together
select
    'all' as scope,
    snapshot_id,
    coalesce(decided_cycle.snapshot_time, jain.snapshot_time) as snapshot_time,
    policy,
    '' as name,
    jain.jain_index,
    jain.n_shares,
    decided_cycle.* exclude (snapshot_id, snapshot_time, policy)
from decided_cycle
full join jain using (snapshot_id, policy)
union all by name
select
    'share' as scope,
    snapshot_id,
    coalesce(policy_share.snapshot_time, of_share.snapshot_time) as snapshot_time,
    policy,
    name,
    policy_share.target_percent,
    policy_share.used_percent,
    policy_share.used_ratio,
    of_share.* exclude (snapshot_id, snapshot_time, policy, name)
from policy_share
full join (from figures where name is not null) as of_share using (snapshot_id, policy, name)
union all by name
select 'group' as scope, group_state.*
from group_state
