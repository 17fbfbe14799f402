-- title: The snapshot itself, one row
-- key: snapshot_id
-- range: schema_version in (1)
-- range: snapshot_time >= '1970-01-01' and snapshot_time < '2200-01-01'
create table snapshot (
    snapshot_id    VARCHAR,  -- name of the snapshot; part of every seed
    snapshot_time  TIMESTAMP,  -- UTC; every age is measured against it
    vo             VARCHAR,
    schema_version BIGINT,  -- version of the contract that the snapshot keeps to
    source         VARCHAR,
    random_seed    BIGINT,  -- seed of all draws, where none is given
    lock_owner     VARCHAR  -- optional; base name of the broker's own locks: rows of queue_lock whose locked_by begins with it do not count
);
