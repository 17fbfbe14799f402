-- title: rows of a result table of one run
insert into $table ($columns)
select $columns
from read_parquet(getvariable('run_files'))
