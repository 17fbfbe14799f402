-- title: network metrics that brokers look at, young enough to count
-- grain: src_site, dst_site, key
-- note: older than 60 minutes counts as absent, closeness too
select network_metric.src_site, network_metric.dst_site, network_metric.key, network_metric.value
from network_metric
cross join snapshot
cross join cfg
where
    network_metric.key in (
        'AGIS_closeness',
        'Production Output_queued',
        'Express_queued',
        'dashb_mbps_1h',
        'dashb_mbps_1d',
        'dashb_mbps_1w'
    )
    and not is_stale(network_metric.ts, snapshot.snapshot_time, cfg.metric_validity_min)
