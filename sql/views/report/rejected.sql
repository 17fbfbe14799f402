-- title: pairs by the criterion that is reported for them
-- grain: criterion
with
    masked as (
        select reported_bit(verdict.reject_mask) as bit, count(*) as n_pairs
        from verdict
        inner join
            reported_unit on verdict.unit_no = reported_unit.unit_no and reported_unit.is_last
        where verdict.reject_mask <> 0
        group by all
    ),
    left_out as (
        select criterion.criterion, masked.n_pairs
        from masked
        inner join criterion using (bit)
        union all
        select loss_of(criterion) as criterion, count(*) as n_pairs
        from weighed
        where not is_chosen
        group by all
    )

select criterion, sum(left_out.n_pairs)::bigint as n_pairs
from left_out
group by criterion
order by n_pairs desc, criterion
