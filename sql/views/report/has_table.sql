-- title: whether a name space holds a relation
select count(*) > 0 as is_there
from information_schema.tables
where tables.table_schema = ? and tables.table_name = ?
