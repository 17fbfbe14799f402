-- title: all relations that a query may name, with the name space they stand in
-- grain: table_name
select tables.table_name, tables.table_schema, tables.table_type
from information_schema.tables
where not starts_with(tables.table_name, 'x_')
order by tables.table_name, tables.table_schema
