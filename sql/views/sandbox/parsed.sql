-- title: a query as the tree that DuckDB reads
select json_serialize_sql(?, skip_null := true, skip_empty := true, skip_default := true)
