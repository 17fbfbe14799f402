insert into snapshot_fault
select $row_id, ?, ?, ?, left(cast($value as varchar), 60)
from $relation as faulty
where $condition
