delete from main.$table where rowid in (select row_id from snapshot_fault)
