-- criterion: -lowNetworkWeight
-- label: final check
-- title: the link is too weak for express work
-- class: capacity
-- source: C118, O045
-- bounds: a weight equal to the threshold passes
-- differs: express begins at another priority; only where NW_ACTIVE is set
select
    survivor.*,
    cfg.nw_threshold * cfg.nw_weight_multiplier as asked,
    '<=' as operator,
    link_weight.network_weight as offered,
    format('network weight {:.4f} < {}', offered, asked) as detail
from weighed_chunk
inner join survivor using (jedi_task_id, chunk_no)
inner join link_weight using (nucleus, transfer_activity, queue_name)
cross join cfg
where cfg.nw_active and weighed_chunk.is_express and offered < asked
