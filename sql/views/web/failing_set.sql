-- title: the criteria that a mask stands for, in the order of their bits, and of each
-- the rule
-- grain: policy, reject_mask
-- nulls: no rule where two of one criterion reject
with
    masks as (
        select policy, reject_mask
        from nearest
        union
        select policy, reject_mask
        from verdict
        where seq is not null
    ),
    firsts as (
        select
            masks.policy,
            masks.reject_mask,
            criterion.criterion,
            min(criterion.bit) as bit,
            case when count(*) = 1 then any_value(parse_filename(criterion.file, true)) end as rule
        from masks
        inner join
            criterion
            on masks.policy = criterion.policy
            and has_bit(masks.reject_mask, criterion.bit)
        group by masks.policy, masks.reject_mask, criterion.criterion
    )

select
    policy, reject_mask, list(criterion order by bit) as criteria, list(rule order by bit) as rules
from firsts
group by policy, reject_mask
