-- title: rows of one table of all snapshots of a block; $files says which file holds
-- those of which snapshot
insert into main.$table ($columns, cycle_no)
select $columns, $files.cycle_no
from read_parquet(getvariable('$files'), union_by_name = true) as stored
inner join main.$files as $files on stored.file_index = $files.file_no
