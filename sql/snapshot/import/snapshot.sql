-- The row of a snapshot that begins with an import: id, time, source.
insert into snapshot by name
select
    $1 as snapshot_id,
    $2::timestamp as snapshot_time,
    'atlas' as vo,
    1 as schema_version,
    $3 as source
