-- title: the criteria that one pair does not fail, the narrowest first
-- grain: bit
-- nulls: holds is NULL where no two numbers are compared; false where the numbers would
-- reject the pair, but the rule does not apply to it
-- note: the margin is what a compiled comparison leaves
with
    x_verdict as (
        select pairs.unit_no, pairs.partner_no, ~ pairs.reject_mask & ?::bigint as reject_mask
        from $schema.x_verdict as pairs
        inner join numbered_partner on pairs.partner_no = numbered_partner.partner_no
        inner join reported_unit on pairs.unit_no = reported_unit.unit_no and reported_unit.is_last
        where numbered_partner.queue_name = ?
    ),
    pair_reason as ($reasons),

    compared as (
        select
            pair_reason.*,
            abs(asked - offered) as margin,
            case
                operator
                when '<='
                then asked <= offered
                when '<'
                then asked < offered
                when '>='
                then asked >= offered
                when '>'
                then asked > offered
            end as holds
        from pair_reason
        where jedi_task_id = ? and chunk_no = ? and unit_no between ? and ?
    )

select
    criterion.criterion,
    criterion.bit,
    criterion.title,
    compared.unit,
    compared.asked as requested,
    compared.operator,
    compared.offered,
    compared.margin,
    compared.holds is distinct from false as applies,
    compared.margin
    / nullif(greatest(abs(compared.asked), abs(compared.offered)), 0) as margin_fraction,
    compared.holds
from compared
inner join criterion on compared.bit = criterion.bit
order by margin_fraction nulls last, criterion.step, criterion.bit
