-- title: The snapshot itself, one row
-- key: snapshot_id
create table snapshot (
    snapshot_id    VARCHAR,
    snapshot_time  TIMESTAMP,  -- UTC; every age is measured against it
    vo             VARCHAR,
    schema_version BIGINT,
    source         VARCHAR,
    random_seed    BIGINT,
    lock_owner     VARCHAR  -- optional; base name of the broker's own locks: rows of queue_lock whose locked_by begins with it do not count
);
