-- title: network weight of the way from a queue to a nucleus
-- grain: nucleus, transfer_activity, queue_name
-- source: C224, C225, C226, C229
-- nulls: an unknown link weighs 1.65 by its parts
-- differs: which window of throughput counts, see the fact link
-- note: queue_name is the unified name
with
    ways as (
        select distinct nucleus, transfer_activity from weighed_chunk where nucleus is not null
    ),
    queues as (select distinct queue_name from weighed_queue)

select
    ways.nucleus,
    ways.transfer_activity,
    queues.queue_name,
    case
        when nucleus_link.is_at_nucleus
        then cfg.network_weight_at_nucleus
        else
            cfg.nw_queue_importance
            * (cfg.empty_link_weight - coalesce(nucleus_link.n_queued, 0) / cfg.nqueued_sat_cap)
            + (1 - cfg.nw_queue_importance)
            * case
                when nucleus_link.mbps is not null
                then
                    throughput_weight(
                        nucleus_link.mbps, cfg.throughput_mbps, cfg.throughput_weights
                    )
                else
                    1 + (
                        cfg.worst_closeness
                        - coalesce(nucleus_link.closeness, cfg.missing_closeness)
                    )
                    / cfg.worst_closeness
            end
    end as network_weight
from ways
cross join queues
left join nucleus_link using (nucleus, transfer_activity, queue_name)
cross join cfg
