-- title: what each global share has of the grid and what it is meant to have
-- grain: snapshot_id, name
-- nulls: no percentage where nothing executes, no ratio without a target
-- note: HS06 of jobs that execute and that are activated: facts/share_usage.sql
select
    snapshot.snapshot_id,
    snapshot.snapshot_time,
    share_usage.name,
    steady(share_usage.percent) as target_percent,
    steady(
        100
        * share_usage.executing_hs06
        / nullif(fsum(share_usage.executing_hs06 order by share_usage.executing_hs06) over (), 0)
    ) as used_percent,
    steady(share_usage.executing_hs06 / nullif(share_usage.target_hs06, 0)) as used_ratio,
    share_usage.executing_hs06 + share_usage.queued_hs06 > 0 as is_wanted
from share_usage
cross join snapshot
where share_usage.is_leaf
order by share_usage.name
