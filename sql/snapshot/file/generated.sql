-- title: columns that tables of an attached DuckDB file compute when they are read
select table_name || '.' || column_name as name
from duckdb_columns()
where database_name = 'snapshot_source' and schema_name = 'main' and is_generated
order by name
