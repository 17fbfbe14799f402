-- title: all platforms that a resource has
-- grain: seq
-- source: spec/dirac.md 3 rule 9, 5.6: what it sends, and what that is compatible with
-- nulls: none sent is no condition
with
    sent as (
        select
            dirac_pilot.seq,
            unnest(
                offered_set(dirac_pilot.platform, cfg.any_values, cfg.collation)
            ) as platform
        from dirac_pilot
        cross join cfg
    )

select
    sent.seq,
    list_sort(
        list_distinct(
            flatten(
                list_sort(
                    list([sent.platform] || coalesce(platform_offer.platforms, []))
                )
            )
        )
    ) as platforms
from sent
left join platform_offer using (platform)
group by sent.seq
