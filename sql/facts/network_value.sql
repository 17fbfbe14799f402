-- title: every network value with its age, and whether it is too old to count
-- grain: src_site, dst_site, key
-- note: links are made of those that are not stale
select
    network_metric.src_site,
    network_metric.dst_site,
    network_metric.key,
    network_metric.value,
    date_diff('minute', network_metric.ts, snapshot.snapshot_time) as age_min,
    is_stale(network_metric.ts, snapshot.snapshot_time, cfg.metric_validity_min) as is_stale
from network_metric
cross join snapshot
cross join cfg
