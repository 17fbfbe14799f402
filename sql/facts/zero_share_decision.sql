-- title: the sub-policy that decides on what chunks show, per fairshare policy
-- grain: zero_share_no, policy
-- source: C061
-- note: the first that applies; no row = none does
with
    firsts as (
        select
            zero_share_no,
            policy,
            min(zero_share_test.rule_no) as rule_no,
            arg_min(zero_share_test.outcome, zero_share_test.rule_no) as outcome
        from zero_share_test
        where zero_share_test.outcome <> 'no'
        group by zero_share_no, policy
    )

select
    firsts.zero_share_no,
    firsts.policy,
    firsts.rule_no,
    zero_share_rule.rule,
    firsts.outcome = 'broken' as is_broken,
    firsts.outcome = 'yes' and zero_share_rule.is_zero as is_refused
from firsts
inner join zero_share_rule using (policy, rule_no)
