-- title: capped pairs that go on where the caps left a chunk no queue
-- grain: pair_no
-- source: O053
-- bounds: the third weight goes on, the fourth does not
-- note: the best distinct weights, all pairs of each
with

    capped as (
        select
            open_pair.pair_no,
            open_pair.unit_no,
            dense_rank() over (
                partition by open_pair.unit_no order by open_pair.weight desc
            ) as place
        from open_pair
        where open_pair.criterion = '-cap'
    ),

    served as (select distinct open_pair.unit_no from open_pair where open_pair.is_open)

select capped.pair_no
from capped
left join served using (unit_no)
cross join cfg
where served.unit_no is null and capped.place <= cfg.best_skipped_weights
