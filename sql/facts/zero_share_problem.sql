-- title: what is unusable in the fairshare policies of the queues
-- grain: policy, rule_no, problem
with

    pieces as (
        select
            zero_share_field.policy,
            zero_share_field.rule_no,
            unnest(string_split(zero_share_field.rule, ':')[:-2]) as piece
        from zero_share_field
    ),

    problems as (
        select
            zero_share_rule.policy,
            zero_share_rule.rule_no,
            format(
                '{}: no regular expression of RE2, ends the policy',
                zero_share_rule.rule
            ) as problem
        from zero_share_rule
        where zero_share_rule.is_broken
        union all
        select
            zero_share_rule.policy,
            zero_share_rule.rule_no,
            format('{}: no comparison with a priority, left out', zero_share_rule.rule)
        from zero_share_rule
        where zero_share_rule.has_priority and zero_share_rule.priority_operator is null
        union all
        select
            pieces.policy,
            pieces.rule_no,
            format('{}: unknown field, left out', pieces.piece)
        from pieces
        where not regexp_matches(pieces.piece, '^(type=|group=|gshare=|priority)')
    )

select distinct problems.policy, problems.rule_no, problems.problem
from problems
