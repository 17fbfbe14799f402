-- title: how long after a match a site refuses jobs of a kind, and how many it takes
-- grain: vo, site, attribute, value
-- bounds: a delay of 0 refuses nothing
-- nulls: vo is empty for pilots whose vo is not known; no burst is 1; a rule without site,
-- attribute or value is none
-- differs: a condition of profile modern, and of a configuration that switches it on
-- note: tokens, as many as burst, one more every delay_s
with
    every_rule as (
        select
            limit_switch.vo,
            dirac_matching_delay.site,
            dirac_matching_delay.attribute,
            dirac_matching_delay.value,
            dirac_matching_delay.delay_s,
            dirac_matching_delay.burst,
            dirac_matching_delay.n_left,
            dirac_matching_delay.since
        from dirac_matching_delay
        cross join limit_switch
        where limit_switch.kind = 'MatchingDelay' and limit_switch.is_on
        union all
        select
            vo,
            site,
            attribute,
            value,
            case when not is_burst then amount end as delay_s,
            case when is_burst then try_cast(amount as bigint) end as burst,
            null::double as n_left,
            null::timestamp as since
        from cfg_limit
        where kind = 'MatchingDelay'
    )

select
    every_rule.vo,
    compared_name(every_rule.site, cfg.collation) as site,
    every_rule.attribute,
    compared_name(every_rule.value, cfg.collation) as value,
    max(every_rule.delay_s) as delay_s,
    greatest(coalesce(max(every_rule.burst), 1), 1) as burst,
    min(every_rule.n_left) as n_left,
    max(every_rule.since) as since
from every_rule
cross join cfg
where
    every_rule.site is not null
    and every_rule.attribute is not null
    and every_rule.value is not null
group by
    every_rule.vo,
    compared_name(every_rule.site, cfg.collation),
    every_rule.attribute,
    compared_name(every_rule.value, cfg.collation)
having max(every_rule.delay_s) > 0
