-- title: how many chunks each policy decided in each cycle, and how these fared
-- grain: snapshot_id, policy
-- note: a cycle without a chunk counts as well, with none
with
    cycles as (
        select snapshot_id, snapshot_time
        from standing
        union
        select snapshot_id, snapshot_time
        from share_state
    ),

    deciders as (select distinct policy from standing),

    whole as (from figures where name is null)

select
    cycles.snapshot_id,
    cycles.snapshot_time,
    deciders.policy,
    coalesce(whole.n_chunks, 0) as n_chunks,
    whole.assigned_percent,
    coalesce(whole.n_throttled, 0) as n_throttled,
    coalesce(whole.n_capped, 0) as n_capped,
    coalesce(whole.n_starved, 0) as n_starved,
    whole.wait_p50_h,
    whole.wait_p95_h,
    whole.wait_p99_h
from cycles
cross join deciders
left join whole using (snapshot_id, policy)
