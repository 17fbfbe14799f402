-- title: views that read variables of a connection, which nobody sets elsewhere
-- grain: schema_name, view_name
select schema_name, view_name
from duckdb_views()
where not internal and contains(sql, 'getvariable(')
order by schema_name, view_name
