-- title: network weight of a pair, whether or not it is applied
-- grain: pair_no
-- source: Brokerage page, Network Weight
-- source: spec/production.md 6.4
-- differs: which window of throughput counts, see the fact link
select
    survivor.pair_no,
    survivor.unit_no,
    case
        when nucleus_link.is_at_nucleus
        then cfg.network_weight_at_nucleus
        else
            cfg.nw_queue_importance * (
                cfg.empty_link_weight
                - coalesce(nucleus_link.n_queued, 0) / cfg.nqueued_sat_cap
            )
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
from survivor
inner join weighed_chunk on survivor.unit_no = weighed_chunk.unit_no
left join
    nucleus_link
    on weighed_chunk.nucleus = nucleus_link.nucleus
    and weighed_chunk.transfer_activity = nucleus_link.transfer_activity
    and survivor.unified_name = nucleus_link.queue_name
cross join cfg
where weighed_chunk.nucleus is not null
