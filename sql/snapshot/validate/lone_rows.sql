-- Rows whose key only one of the snapshots has.
select $row_key as row_key, $change as change, null, null, null
from $relation as before
where not exists (select 1 from $other as after where $same_key)
order by row_key
