-- title: weight factors of a moved queue that differ between the runs
-- grain: snapshot_id, policy, jedi_task_id, chunk_no, queue_name, cause
-- nulls: a factor that only one of the policies has is 1 in the other
with
    on_both as (
        select snapshot_id, policy, jedi_task_id, chunk_no, queue_name
        from both_weighed
        group by all
        having count(distinct side) = 2
    ),

    sides as (
        select
            moved.*,
            both_factor.factor,
            both_factor.is_product,
            max(both_factor.value) filter (both_factor.side = 'A') as value_a,
            max(both_factor.value) filter (both_factor.side = 'B') as value_b
        from moved
        inner join both_factor using (snapshot_id, policy, jedi_task_id, chunk_no, queue_name)
        group by all
    )

select
    sides.* exclude (factor, is_product, value_a, value_b),
    'weight factor' as kind,
    sides.factor as cause,
    factor_order.step
from sides
inner join factor_order using (factor)
semi join on_both using (snapshot_id, policy, jedi_task_id, chunk_no, queue_name)
where
    if(
        sides.is_product,
        sides.value_a <> sides.value_b,
        coalesce(sides.value_a, 1) <> coalesce(sides.value_b, 1)
    )
