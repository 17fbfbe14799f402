drop view if exists snapshot_part;
drop table if exists snapshot_object;
drop table if exists snapshot_rejected;
drop table if exists snapshot_fault;
