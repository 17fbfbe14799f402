-- title: what became of each pair that got a weight, before they are ranked
-- grain: pair_no
-- kind: view
-- source: O053
select
    open_pair.* exclude (is_open, criterion),
    open_pair.is_open or best_skipped.pair_no is not null as is_open,
    open_pair.criterion
from open_pair
left join best_skipped using (pair_no)
