-- title: how much one criterion rejects: task queues of pilots, and pilots
-- grain: one row
with masks as (select bit_or(1::bigint << bit) as bits from criterion where criterion = ?)

select
    count(*) as n_pairs,
    count(*) filter (where (verdict.reject_mask & masks.bits) <> 0) as n_fails,
    count(*) filter (
        where verdict.reject_mask <> 0 and has_bit(masks.bits, reported_bit(verdict.reject_mask))
    ) as n_reported,
    count(*) filter (
        where verdict.reject_mask <> 0 and (verdict.reject_mask & ~ masks.bits) = 0
    ) as n_barred,
    count(distinct verdict.seq) as n_pilots,
    count(distinct verdict.seq) filter (
        where (verdict.reject_mask & masks.bits) <> 0
    ) as n_pilots_touched
from verdict
cross join masks
