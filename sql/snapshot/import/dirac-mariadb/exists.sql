select count(*) > 0 as is_there
from information_schema.tables
where concat(table_schema, '.', table_name) =:name
