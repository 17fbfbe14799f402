-- title: rows of a table that is the same in all snapshots of a block
alter table main.$table
drop column cycle_no
;
insert into main.$table ($columns)
select $columns
from read_parquet(getvariable('$files'), union_by_name = true) as stored
