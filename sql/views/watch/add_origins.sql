-- Rows of another table_source, of one source where it is named.
insert into table_source by name
select *
from stored
where $1 = '' or source = $1
