-- title: how many rows the tables of some name spaces have, which are named in $1
-- grain: one row
select coalesce(sum(estimated_size), 0)::bigint as n_rows
from duckdb_tables()
where not temporary and list_contains($1, schema_name)
