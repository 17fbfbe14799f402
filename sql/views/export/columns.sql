-- title: columns of a relation with their types and comments
-- grain: schema_name, column_name
select schema_name, column_name, data_type, comment
from duckdb_columns() as columns
where table_name = $1 and ($2 = '' or schema_name = $2) and database_name = current_database()
order by schema_name, column_index
