-- title: how full each leaf and each first-level share is, as analysis is throttled by
-- grain: name
-- nulls: a leaf has no eqiv columns
-- note: first-level shares are named "L1 ..."; what idle first-level shares leave is
-- spread over the busy ones: eqiv_target
with

    grid as (
        select
            fsum(
                share_need.target_hs06 - share_need.projected_hs06
                order by share_need.target_hs06, share_need.projected_hs06
            ) as idle_hs06,
            coalesce(
                fsum(share_need.target_hs06 order by share_need.target_hs06) filter (
                    where not share_need.is_idle
                ),
                0
            )
            + 1 as busy_hs06
        from share_need
        where share_need.is_first_level
    ),

    levelled as (
        select
            share_need.*,
            share_need.target_hs06 + if(
                share_need.is_idle,
                0,
                grid.idle_hs06 * share_need.target_hs06 / grid.busy_hs06
            ) as eqiv_target_hs06
        from share_need
        cross join grid
        where share_need.is_first_level
    )

select
    share_need.name,
    share_need.target_hs06,
    share_need.usage_perc,
    share_need.queue_perc,
    null::boolean as is_idle,
    null::double as eqiv_target_hs06,
    null::double as eqiv_usage_perc
from share_need
where share_need.is_leaf
union all
select
    'L1 ' || levelled.name,
    levelled.target_hs06,
    levelled.usage_perc,
    levelled.queue_perc,
    levelled.is_idle,
    levelled.eqiv_target_hs06,
    if(
        levelled.is_idle,
        levelled.usage_perc,
        levelled.executing_hs06 / nullif(levelled.eqiv_target_hs06, 0)
    )
from levelled
