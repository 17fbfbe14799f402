-- title: network values between a queue and the nucleus of a chunk that are too old
-- grain: key
select
    network_metric.key,
    network_metric.value,
    date_diff('second', network_metric.ts, snapshot.snapshot_time) as age_s,
    cfg.metric_validity_min as limit_min
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
    and network_metric.value is not null
    and chunk.nucleus is distinct from default_output.storage_site
    and is_stale(network_metric.ts, snapshot.snapshot_time, cfg.metric_validity_min)
order by network_metric.key
