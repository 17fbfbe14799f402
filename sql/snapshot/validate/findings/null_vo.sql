-- severity: warning
-- table: snapshot
-- column: vo
-- message: is NULL: no task is due, and no job counts
select snapshot_id as row_key from snapshot where vo is null and exists (select 1 from task)
