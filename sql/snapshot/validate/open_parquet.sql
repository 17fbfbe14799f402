create or replace temp view snapshot_part as
from read_parquet(getvariable('snapshot_files'), hive_partitioning = false)
