-- title: every failing criterion of every pilot and task queue, with both numbers
-- grain: policy, seq, tq_id, bit
-- nulls: asked and offered are NULL where a criterion compares no two numbers unit is
-- NULL for plain numbers
select
    getvariable('policy') as policy,
    pair_reason.seq,
    pair_reason.tq_id,
    criterion.bit,
    criterion.step,
    criterion.criterion,
    criterion.class,
    criterion.effect,
    pair_reason.is_reported,
    pair_reason.asked,
    pair_reason.operator,
    pair_reason.offered,
    abs(pair_reason.asked - pair_reason.offered) as shortfall,
    pair_reason.unit,
    pair_reason.detail
from pair_reason
inner join criterion using (bit)
