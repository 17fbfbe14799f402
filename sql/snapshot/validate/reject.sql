create or replace temp table snapshot_rejected as
select
    row_number() over () as snapshot_row_id,
    $row as snapshot_row,
    snapshot_part.*
from snapshot_part
where not ($accepted)
