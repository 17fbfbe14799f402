-- title: every macro, with its name space
-- grain: schema_name, function_name
select distinct macros.schema_name, macros.function_name
from duckdb_functions() as macros
where not macros.internal and macros.database_name = current_database()
order by macros.schema_name, macros.function_name
