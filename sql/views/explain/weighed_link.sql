-- title: rows of the snapshot that the network weight of a pair is made from
-- grain: table_name, key
-- note: what is too old to count moves nothing
select
    'network_metric' as table_name,
    [network_metric.src_site, network_metric.dst_site, network_metric.key] as key
from chunk
inner join default_output on default_output.queue_name = ?
inner join
    network_metric
    on default_output.storage_site = network_metric.src_site
    and chunk.nucleus = network_metric.dst_site
cross join snapshot
cross join cfg
where
    chunk.jedi_task_id = ?
    and chunk.chunk_no = ?
    and not is_stale(network_metric.ts, snapshot.snapshot_time, cfg.metric_validity_min)
    and (
        network_metric.key = 'AGIS_closeness'
        or ends_with(network_metric.key, '_queued')
        or starts_with(network_metric.key, 'dashb_mbps')
    )
order by network_metric.key
