-- title: the scoreboard: all chunks, each global share, each DIRAC group, cycle by
-- cycle
-- grain: snapshot_id, policy, scope, name
-- nulls: policy is empty where nothing is decided, as in a history; name is empty for
-- all chunks together
with
    deciders as (select distinct snapshot_id, policy from standing),

    shares as (
        select share_state.*, coalesce(deciders.policy, '') as policy
        from share_state
        left join deciders using (snapshot_id)
    )

select
    'all' as scope,
    snapshot_id,
    coalesce(whole.snapshot_time, jain.snapshot_time) as snapshot_time,
    coalesce(whole.policy, '') as policy,
    '' as name,
    jain.jain_index,
    jain.n_shares,
    whole.* exclude (snapshot_id, snapshot_time, policy, name)
from (from figures where name is null) as whole
full join jain using (snapshot_id)
union all by name
select
    'share' as scope,
    snapshot_id,
    coalesce(shares.snapshot_time, of_share.snapshot_time) as snapshot_time,
    policy,
    name,
    shares.target_percent,
    shares.used_percent,
    shares.used_ratio,
    of_share.* exclude (snapshot_id, snapshot_time, policy, name)
from shares
full join (from figures where name is not null) as of_share using (snapshot_id, policy, name)
union all by name
select 'group' as scope, group_state.*
from group_state
