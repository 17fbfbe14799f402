-- title: the fields of each sub-policy of the queues' fairshare policies
-- grain: policy, rule_no
-- note: the value is read as a field too; of a repeated field the last counts
with

    policies as (
        select distinct queue.fairshare_policy as policy
        from queue
        where queue.fairshare_policy <> ''
    ),

    rules as (
        select
            policies.policy,
            unnest(string_split(policies.policy, ',')) as rule,
            generate_subscripts(string_split(policies.policy, ','), 1) - 1 as rule_no
        from policies
    ),

    fields as (
        select
            rules.policy,
            rules.rule_no,
            rules.rule,
            string_split(rules.rule, ':')[-1] in ('0', '0%') as is_zero,
            last_field(string_split(rules.rule, ':'), 'type=') as type_field,
            last_field(string_split(rules.rule, ':'), 'group=') as group_field,
            last_field(string_split(rules.rule, ':'), 'gshare=') as gshare_field,
            last_field(string_split(rules.rule, ':'), 'priority') as priority_field
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

select
    fields.policy,
    fields.rule_no,
    fields.rule,
    fields.is_zero,
    fields.type_field,
    fields.group_field,
    fields.gshare_field,
    fields.priority_field
from fields
union all
select closed.policy, closed.rule_no, 'types not named', true, null, null, null, null
from closed
