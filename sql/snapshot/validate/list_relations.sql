select table_name, false as is_view
from duckdb_tables()
where database_name = 'snapshot_source' and schema_name = 'main'
union all
select view_name, true as is_view
from duckdb_views()
where database_name = 'snapshot_source' and schema_name = 'main' and not internal
order by table_name
