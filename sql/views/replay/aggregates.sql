-- title: names of the functions that make one value of many rows
select distinct function_name
from duckdb_functions() as duckdb_functions
where function_type = 'aggregate'
