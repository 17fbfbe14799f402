-- title: every macro, with its name space
-- grain: schema_name, function_name
select distinct schema_name, function_name
from duckdb_functions() as macros
where not internal and database_name = current_database()
order by schema_name, function_name
