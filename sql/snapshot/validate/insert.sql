insert into main.$table ($columns)
select $values
from snapshot_part
