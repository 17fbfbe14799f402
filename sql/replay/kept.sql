-- title: rows of one table of all snapshots of a block, left in their files; $files says
-- title: which file holds those of which snapshot
create view main.$table as
select $columns, $files.cycle_no
from
    read_parquet(getvariable('$files'), union_by_name = true, hive_partitioning = false)
    as stored
inner join main.$files as $files on stored.file_index = $files.file_no
