-- title: pairs with their rank, and which are chosen
-- grain: pair_no
-- source: Brokerage page, ATLAS Production Job Brokerage, "the best 10 candidates are
-- source: taken"
-- source: spec/production.md 6.6
select
    outcome.* exclude (is_open, is_jumbo, criterion),
    coalesce(place.for_jumbo, false) as for_jumbo,
    place.place::integer as rank,
    coalesce(place.for_jumbo or place.place <= cfg.max_candidates, false) as is_chosen,
    case
        when outcome.is_jumbo and (place.for_jumbo or place.place <= cfg.max_candidates)
        then '+usejumbo'
        when place.place is null
        then outcome.criterion
        when place.place <= cfg.max_candidates
        then '+use'
        when outcome.is_bootstrap
        then '-others_bootstrap'
        else '-low_weight'
    end as criterion
from outcome
left join place on outcome.pair_no = place.pair_no
cross join cfg
