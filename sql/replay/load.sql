-- title: rows of one table of all snapshots of a block; x_stored says which file holds
-- title: those of which snapshot
insert into main.$table ($columns, cycle_no)
select $columns, x_stored.cycle_no
from read_parquet(getvariable('stored_files'), union_by_name = true) as stored
inner join x_stored on stored.file_index = x_stored.file_no
