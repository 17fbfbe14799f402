-- title: what the main schema of an attached DuckDB file holds, by kind
select 'table' as kind, table_name as name
from duckdb_tables()
where database_name = 'snapshot_source' and schema_name = 'main'
union all
select 'view' as kind, view_name as name
from duckdb_views()
where database_name = 'snapshot_source' and schema_name = 'main' and not internal
union all
select distinct 'macro' as kind, function_name as name
from duckdb_functions()
where database_name = 'snapshot_source' and schema_name = 'main' and not internal
union all
select 'trigger' as kind, trigger_name as name
from duckdb_triggers()
where database_name = 'snapshot_source' and schema_name = 'main'
order by kind, name
