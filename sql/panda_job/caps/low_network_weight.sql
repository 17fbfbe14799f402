-- criterion: -lowNetworkWeight
-- label: final check
-- title: the link is too weak for express work
-- effect: drop
-- class: capacity
-- source: Brokerage page, ATLAS Production Job Brokerage, "the Network weight must be
-- source: larger than or equal to"
-- source: spec/production.md 6.5 C4
-- bounds: a weight equal to the threshold passes
-- nulls: none
-- differs: express begins at another priority (D25); only where NW_ACTIVE is set (D30)
select
    pair_network.pair_no,
    format(
        'network weight {:.4f} < {}',
        pair_network.network_weight,
        cfg.nw_threshold * cfg.nw_weight_multiplier
    ) as detail
from weighed_chunk
inner join pair_network on weighed_chunk.unit_no = pair_network.unit_no
cross join cfg
where
    cfg.nw_active
    and weighed_chunk.is_express
    and pair_network.network_weight < cfg.nw_threshold * cfg.nw_weight_multiplier
