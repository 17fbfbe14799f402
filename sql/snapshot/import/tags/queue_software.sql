insert into queue_software by name
select name as queue_name, entry as data
from record
where problem is null
;
