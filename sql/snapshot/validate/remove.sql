delete from main.$table where rowid in (select fault_row from snapshot_fault)
