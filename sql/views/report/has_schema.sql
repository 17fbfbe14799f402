-- title: whether a name space is there
select count(*) > 0 as is_there
from information_schema.schemata
where schema_name = ? and catalog_name = current_database()
