-- title: rows of the snapshot that count the files on all links to a chunk's nucleus
-- grain: table_name, key
-- note: most files first, none of a link that is empty
select
    'network_metric' as table_name,
    [network_metric.src_site, network_metric.dst_site, network_metric.key] as key
from chunk
inner join network_metric on chunk.nucleus = network_metric.dst_site
cross join snapshot
cross join cfg
where
    chunk.jedi_task_id = ?
    and chunk.chunk_no = ?
    and network_metric.key = chunk.transfer_activity || '_queued'
    and network_metric.value > 0
    and not is_stale(network_metric.ts, snapshot.snapshot_time, cfg.metric_validity_min)
order by network_metric.value desc, network_metric.src_site
