-- title: the sub-policies of each distinct fairshare policy of the queues
-- grain: policy, rule_no
-- differs: the older page gives zero to every type that no sub-policy names unless one
-- names any
-- note: a pattern NULL = any; the value 0 or 0% is zero; priority_operator 'true' = the
-- word alone; priority_operator NULL = no condition, or an unreadable one
with
    patterns as (
        select
            zero_share_field.*,
            case
                when zero_share_field.type_field = 'any'
                then null
                when cfg.zeroshare_implicit_zero and zero_share_field.type_field = 'evgensimul'
                then 'evgen|simul'
                else replace(zero_share_field.type_field, '*', '.*')
            end as type_pattern,
            replace(nullif(zero_share_field.group_field, 'any'), '*', '.*') as group_pattern,
            replace(nullif(zero_share_field.gshare_field, 'any'), '*', '.*') as gshare_pattern,
            regexp_extract(
                zero_share_field.priority_field,
                '^\s*(>=|<=|==|!=|>|<)\s*(-?[0-9]{1,15}(?:\.[0-9]{1,15})?)\s*$',
                ['operator', 'value']
            ) as condition
        from zero_share_field
        cross join cfg
    )

select
    policy,
    rule_no,
    rule,
    type_pattern,
    group_pattern,
    gshare_pattern,
    priority_field is not null as has_priority,
    if(priority_field = '', 'true', nullif(patterns.condition.operator, '')) as priority_operator,
    if(priority_field = '', 0, try_cast(patterns.condition.value as double)) as priority_value,
    is_zero,
    not (
        is_pattern(coalesce(type_pattern, ''))
        and is_pattern(coalesce(group_pattern, ''))
        and is_pattern(coalesce(gshare_pattern, ''))
    ) as is_broken
from patterns
