-- Stamped with the time of the snapshot: rules read only rows of the last hour.
delete from network_metric
where key = 'AGIS_closeness'
;

insert into network_metric by name
select
    record.src_site,
    record.dst_site,
    'AGIS_closeness' as key,
    record.closeness as value,
    snapshot.snapshot_time as ts
from record
cross join snapshot
where record.problem is null
;
