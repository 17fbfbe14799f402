-- title: whether a relation is there, in a name space or, where that is empty, in any
-- grain: one row
select count(*) > 0 as is_there
from information_schema.tables
where
    tables.table_name = $1
    and ($2 = '' or tables.table_schema = $2)
    and tables.table_catalog = current_database()
