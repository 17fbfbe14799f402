-- title: the same rows, read where they stand by whoever asks for them
drop table main.$table
;
create view main.$table as
select $values, $files.cycle_no
from read_parquet(getvariable('$files'), union_by_name = true) as stored
inner join main.$files as $files on stored.file_index = $files.file_no
