-- title: the columns that the files of a table have
select column_name
from (describe from read_parquet(getvariable('$files'), union_by_name = true)) as described
