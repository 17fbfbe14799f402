-- title: every column of every table and view, with its name space
-- grain: schema_name, table_name, column_name
select schema_name, table_name, column_name
from duckdb_columns() as columns
where not internal and database_name = current_database()
order by schema_name, table_name, column_index
