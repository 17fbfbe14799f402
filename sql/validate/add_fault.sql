insert into snapshot_fault
select faulty.rowid, ?, ?, ?, left(cast($value as varchar), 60)
from $relation as faulty
where $condition
