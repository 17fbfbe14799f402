-- title: rows of a result table of a replay, each with the number of its snapshot
insert into $table ($columns, cycle_no)
select $columns, snapshot.cycle_no
from read_parquet(getvariable('run_files'), hive_partitioning = false) as found
inner join snapshot using (snapshot_id)
