-- title: whether a name space holds a relation
select count(*) > 0 as is_there
from information_schema.tables
where table_schema = ? and table_name = ?
