-- title: delays of sites as they stand, for the answers to requests
-- grain: vo, site, attribute, value
-- nulls: without a delay it is as the configuration says, of each vo
select
    token.site,
    token.attribute,
    token.value,
    case when cfg_limit.kind is null then token.delay_s end as delay_s,
    case when cfg_limit.kind is null then token.burst end as burst,
    token.bucket.left as n_left,
    token.bucket.since as since
from token
cross join cfg
left join
    cfg_limit
    on token.vo = cfg_limit.vo
    and token.site = compared_name(cfg_limit.site, cfg.collation)
    and token.attribute = cfg_limit.attribute
    and token.value = compared_name(cfg_limit.value, cfg.collation)
    and cfg_limit.kind = 'MatchingDelay'
    and not cfg_limit.is_burst
