-- severity: warning
-- table: network_metric
-- column: ts
-- message: is 60 min or more after the snapshot, so clocks or zones differ
select concat_ws(', ', network_metric.src_site, network_metric.dst_site) as row_key
from network_metric
cross join snapshot
where network_metric.ts >= snapshot.snapshot_time + interval 60 minute
