-- title: what is unusable in the fairshare policies of the queues
-- grain: policy, rule_no, problem
with
    pieces as (
        select policy, rule_no, unnest(string_split(rule, ':')[:-2]) as piece from zero_share_field
    ),
    problems as (
        select
            policy,
            rule_no,
            format('{}: no regular expression of RE2, ends the policy', rule) as problem
        from zero_share_rule
        where is_broken
        union all
        select policy, rule_no, format('{}: no comparison with a priority, left out', rule)
        from zero_share_rule
        where has_priority and priority_operator is null
        union all
        select policy, rule_no, format('{}: unknown field, left out', piece)
        from pieces
        where not regexp_matches(piece, '^(type=|group=|gshare=|priority)')
    )

select distinct policy, rule_no, problem
from problems
