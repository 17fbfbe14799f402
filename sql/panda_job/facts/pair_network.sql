-- title: network weight of a pair, whether or not it is applied
-- grain: jedi_task_id, chunk_no, queue_name
-- source: Brokerage page, Network Weight
-- source: spec/production.md 6.4
-- differs: which window of throughput counts, see the fact link
select
    survivor.jedi_task_id,
    survivor.chunk_no,
    survivor.queue_name,
    case
        when default_output.storage_site = chunk.nucleus
        then cfg.network_weight_at_nucleus
        else
            cfg.nw_queue_importance
            * (2 - coalesce(link.n_queued, 0) / cfg.nqueued_sat_cap)
            + (1 - cfg.nw_queue_importance) * case
                when link.mbps is not null
                then throughput_weight(link.mbps, cfg.throughput_mbps, cfg.throughput_weights)
                else
                    1
                    + (cfg.worst_closeness - coalesce(link.closeness, cfg.missing_closeness))
                    / cfg.worst_closeness
            end
    end as network_weight
from survivor
inner join
    chunk
    on survivor.jedi_task_id = chunk.jedi_task_id
    and survivor.chunk_no = chunk.chunk_no
left join default_output on survivor.unified_name = default_output.queue_name
left join
    link
    on chunk.nucleus = link.nucleus
    and chunk.transfer_activity = link.transfer_activity
    and default_output.storage_site = link.storage_site
cross join cfg
where chunk.nucleus is not null
