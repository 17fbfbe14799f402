-- criterion: -lowNetworkWeight
-- label: final check
-- title: the link is too weak for express work
-- effect: drop
-- class: capacity
-- source: Brokerage page, ATLAS Production Job Brokerage, "the Network weight must be
-- larger than or equal to"
-- source: spec/production.md 6.5 C4
-- bounds: a weight equal to the threshold passes
-- differs: express begins at another priority (D25); only where NW_ACTIVE is set (D30)
select
    survivor.pair_no,
    cfg.nw_threshold * cfg.nw_weight_multiplier as asked,
    '<=' as operator,
    link_weight.network_weight as offered,
    format('network weight {:.4f} < {}', offered, asked) as detail
from weighed_chunk
inner join survivor using (unit_no)
inner join
    link_weight
    on weighed_chunk.nucleus = link_weight.nucleus
    and weighed_chunk.transfer_activity = link_weight.transfer_activity
    and survivor.unified_name = link_weight.queue_name
cross join cfg
where cfg.nw_active and weighed_chunk.is_express and offered < asked
