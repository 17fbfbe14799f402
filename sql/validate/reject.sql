create or replace temp table snapshot_rejected as
from snapshot_part
where not ($accepted)
