-- title: network values that are too old to count
-- note: as old as the limit is too old, without a time too
create or replace macro is_stale(ts, snapshot_time, validity_min) as
    coalesce(ts <= snapshot_time - to_minutes(validity_min), true);
