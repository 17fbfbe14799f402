-- title: how full each leaf and each first-level share is, as analysis is throttled by
-- grain: name
-- nulls: a leaf has no eqiv columns
-- note: first-level shares are named "L1 ..."; what idle first-level shares leave is
-- spread over the busy ones: eqiv_target
with
    grid as (
        select
            fsum(target_hs06 - projected_hs06 order by target_hs06, projected_hs06) as idle_hs06,
            coalesce(fsum(target_hs06 order by target_hs06) filter (where not is_idle), 0)
            + 1 as busy_hs06
        from share_need
        where is_first_level
    ),
    levelled as (
        select
            share_need.*,
            share_need.target_hs06 + if(
                share_need.is_idle, 0, grid.idle_hs06 * share_need.target_hs06 / grid.busy_hs06
            ) as eqiv_target_hs06
        from share_need
        cross join grid
        where share_need.is_first_level
    )

select
    name,
    target_hs06,
    usage_perc,
    queue_perc,
    null::boolean as is_idle,
    null::double as eqiv_target_hs06,
    null::double as eqiv_usage_perc
from share_need
where is_leaf
union all
select
    'L1 ' || name,
    target_hs06,
    usage_perc,
    queue_perc,
    is_idle,
    eqiv_target_hs06,
    if(is_idle, usage_perc, executing_hs06 / nullif(eqiv_target_hs06, 0))
from levelled
