-- title: capped pairs that go on where the caps left a chunk no queue
-- grain: pair_no
-- source: O053
-- bounds: the third weight goes on, the fourth does not
-- note: the best distinct weights, all pairs of each
with

    capped as (
        select
            pair_no,
            unit_no,
            dense_rank() over (partition by unit_no order by weight desc) as place
        from open_pair
        where criterion = '-cap'
    ),

    served as (select distinct unit_no from open_pair where is_open)

select capped.pair_no
from capped
left join served using (unit_no)
cross join cfg
where served.unit_no is null and capped.place <= cfg.best_skipped_weights
