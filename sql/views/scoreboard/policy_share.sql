-- title: what each global share has of the grid, as each policy that decides finds it
-- grain: snapshot_id, policy, name
-- nulls: policy is empty where nothing is decided, as in a history
-- note: policies about one snapshot find the same jobs there; those of a simulation have
-- jobs of their own, and their states name the policy
with
    found as (
        from (select null::varchar as policy limit 0)
        union all by name
        from share_state
    ),

    deciders as (select distinct policy from standing)

select found.* replace (coalesce(found.policy, deciders.policy, '') as policy)
from found
left join deciders on found.policy is null
