-- title: columns of a relation with their types and comments
-- grain: schema_name, column_name
select columns.schema_name, columns.column_name, columns.data_type, columns.comment
from duckdb_columns() as columns
where
    columns.table_name = $1
    and ($2 = '' or columns.schema_name = $2)
    and columns.database_name = current_database()
order by columns.schema_name, columns.column_index
