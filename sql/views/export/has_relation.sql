-- title: whether a relation is there, in a name space or, where that is empty, in any
-- grain: one row
select count(*) > 0 as is_there
from information_schema.tables
where table_name = $1 and ($2 = '' or table_schema = $2) and table_catalog = current_database()
