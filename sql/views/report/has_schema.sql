-- title: whether a name space is there
select count(*) > 0 as is_there
from information_schema.schemata
where schemata.schema_name = ? and schemata.catalog_name = current_database()
