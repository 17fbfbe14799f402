-- title: all platforms that a resource has
-- grain: seq
-- nulls: none sent is no condition
-- note: what it sends, and what that is compatible with
with
    sent as (
        select
            dirac_pilot.seq,
            unnest(offered_set(dirac_pilot.platform, cfg.any_values, cfg.collation)) as platform
        from dirac_pilot
        cross join cfg
    )

select
    sent.seq,
    list_sort(
        list_distinct(
            flatten(list_sort(list([sent.platform] || coalesce(platform_offer.platforms, []))))
        )
    ) as platforms
from sent
left join platform_offer using (platform)
group by sent.seq
