-- title: the fields of each sub-policy of the queues' fairshare policies
-- grain: policy, rule_no
-- note: the value is read as a field too; of a repeated field the last counts
with
    policies as (
        select distinct fairshare_policy as policy from queue where fairshare_policy <> ''
    ),
    rules as (
        select
            policy,
            unnest(string_split(policy, ',')) as rule,
            generate_subscripts(string_split(policy, ','), 1) - 1 as rule_no
        from policies
    ),
    fields as (
        select
            policy,
            rule_no,
            rule,
            string_split(rule, ':')[-1] in ('0', '0%') as is_zero,
            last_field(string_split(rule, ':'), 'type=') as type_field,
            last_field(string_split(rule, ':'), 'group=') as group_field,
            last_field(string_split(rule, ':'), 'gshare=') as gshare_field,
            last_field(string_split(rule, ':'), 'priority') as priority_field
        from rules
    ),
    closed as (
        select fields.policy, max(fields.rule_no) + 1 as rule_no
        from fields
        cross join cfg
        where cfg.zeroshare_implicit_zero
        group by fields.policy
        having
            bool_or(fields.type_field is not null and not fields.is_zero)
            and not coalesce(bool_or(fields.type_field = 'any'), false)
    )

select policy, rule_no, rule, is_zero, type_field, group_field, gshare_field, priority_field
from fields
union all
select policy, rule_no, 'types not named', true, null, null, null, null
from closed
