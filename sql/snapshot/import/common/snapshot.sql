-- The row of a snapshot that begins with an import: id, time, VO, source, lock owner.
insert into snapshot by name
select
    $1 as snapshot_id,
    $2::timestamp as snapshot_time,
    $3 as vo,
    1 as schema_version,
    $4 as source,
    $5 as lock_owner
