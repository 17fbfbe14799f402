-- title: the settings of DuckDB that decide about plans, for the report of a fault
select name, value
from duckdb_settings()
where name in ('threads', 'memory_limit', 'disabled_optimizers', 'enable_optimizer', 'search_path')
order by name
