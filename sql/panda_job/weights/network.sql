-- title: quality of the link between the queue's storage and the nucleus
-- source: Brokerage page, ATLAS Production Job Brokerage, "Apply a Network weight"
-- source: spec/production.md 6.4
-- nulls: a task without a nucleus has factor 1; an unknown link weighs 1.65 by its
-- nulls: parts
-- differs: applied only where NW_ACTIVE is set, which the page always does (D30)
select
    survivor.pair_no,
    case
        when cfg.nw_active then coalesce(pair_network.network_weight, 1) else 1
    end::double as network
from survivor
left join pair_network on survivor.pair_no = pair_network.pair_no
cross join cfg
