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
    survivor.pair_no,
    format(
        'network weight {:.4f} < {}',
        pair_network.network_weight,
        cfg.nw_threshold * cfg.nw_weight_multiplier
    ) as detail
from survivor
inner join
    chunk
    on survivor.jedi_task_id = chunk.jedi_task_id
    and survivor.chunk_no = chunk.chunk_no
inner join pair_network on survivor.pair_no = pair_network.pair_no
cross join cfg
where
    cfg.nw_active
    and chunk.is_express
    and pair_network.network_weight < cfg.nw_threshold * cfg.nw_weight_multiplier
