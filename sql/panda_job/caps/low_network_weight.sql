-- criterion: -lowNetworkWeight
-- label: final check
-- title: the link is too weak for express work
-- effect: drop
-- class: capacity
-- source: C118
-- bounds: a weight equal to the threshold passes
-- differs: express begins at another priority; only where NW_ACTIVE is set
select
    survivor.jedi_task_id,
    survivor.chunk_no,
    survivor.queue_name,
    cfg.nw_threshold * cfg.nw_weight_multiplier as asked,
    '<=' as operator,
    link_weight.network_weight as offered,
    format('network weight {:.4f} < {}', offered, asked) as detail
from weighed_chunk
inner join survivor using (jedi_task_id, chunk_no)
inner join
    link_weight
    on weighed_chunk.nucleus = link_weight.nucleus
    and weighed_chunk.transfer_activity = link_weight.transfer_activity
    and survivor.unified_name = link_weight.queue_name
cross join cfg
where cfg.nw_active and weighed_chunk.is_express and offered < asked
