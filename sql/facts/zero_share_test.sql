-- title: does a sub-policy apply to what chunks show?
-- grain: zero_share_no, policy, rule_no
-- differs: none; zeroshare_merge_skips_priority_rule leaves a sub-policy with a
-- priority out for merging chunks, else only that condition
-- note: outcome yes, no or broken; broken = an invalid pattern is reached; test chunks
-- are never asked
with
    requests as (
        select
            zero_share_no,
            any_value(zero_share_request.processing_group) as processing_group,
            any_value(working_group) as working_group,
            any_value(gshare) as gshare,
            any_value(is_merging) as is_merging,
            min(priority) as priority
        from zero_share_request
        where zero_share_request.processing_group <> 'test'
        group by zero_share_no
    )

select
    requests.zero_share_no,
    zero_share_rule.policy,
    zero_share_rule.rule_no,
    case
        when pattern_test(types.is_valid, types.matches, requests.processing_group) <> 'yes'
        then pattern_test(types.is_valid, types.matches, requests.processing_group)
        when pattern_test(groups.is_valid, groups.matches, requests.working_group) <> 'yes'
        then pattern_test(groups.is_valid, groups.matches, requests.working_group)
        when
            requests.gshare is not null
            and pattern_test(gshares.is_valid, gshares.matches, requests.gshare) <> 'yes'
        then pattern_test(gshares.is_valid, gshares.matches, requests.gshare)
        when requests.is_merging and zero_share_rule.has_priority
        then if(cfg.zeroshare_merge_skips_priority_rule, 'no', 'yes')
        when
            priority_applies(
                requests.priority, zero_share_rule.priority_operator, zero_share_rule.priority_value
            )
        then 'yes'
        else 'no'
    end as outcome
from requests
cross join zero_share_rule
cross join cfg
left join
    zero_share_pattern as types
    on types.kind = 'type'
    and zero_share_rule.type_pattern = types.pattern
left join
    zero_share_pattern as groups
    on groups.kind = 'group'
    and zero_share_rule.group_pattern = groups.pattern
left join
    zero_share_pattern as gshares
    on gshares.kind = 'gshare'
    and zero_share_rule.gshare_pattern = gshares.pattern
