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
    coalesce(figures.snapshot_id, jain.snapshot_id) as snapshot_id,
    coalesce(figures.snapshot_time, jain.snapshot_time) as snapshot_time,
    coalesce(figures.policy, '') as policy,
    '' as name,
    jain.jain_index,
    jain.n_shares,
    figures.* exclude (snapshot_id, snapshot_time, policy)
from figures
full join jain on figures.snapshot_id = jain.snapshot_id
union all by name
select
    'share' as scope,
    coalesce(shares.snapshot_id, share_figures.snapshot_id) as snapshot_id,
    coalesce(shares.snapshot_time, share_figures.snapshot_time) as snapshot_time,
    coalesce(shares.policy, share_figures.policy) as policy,
    coalesce(shares.name, share_figures.name) as name,
    shares.target_percent,
    shares.used_percent,
    shares.used_ratio,
    share_figures.* exclude (snapshot_id, snapshot_time, policy, name)
from shares
full join
    share_figures
    on shares.snapshot_id = share_figures.snapshot_id
    and shares.policy = share_figures.policy
    and shares.name = share_figures.name
union all by name
select 'group' as scope, group_state.*
from group_state
