-- title: names of the functions that make one value of many rows
select distinct duckdb_functions.function_name
from duckdb_functions() as duckdb_functions
where duckdb_functions.function_type = 'aggregate'
