-- title: all relations that a query may name, with the name space they stand in
-- grain: table_name
select table_name, table_schema, table_type
from information_schema.tables
where not starts_with(table_name, 'x_')
order by table_name, table_schema
