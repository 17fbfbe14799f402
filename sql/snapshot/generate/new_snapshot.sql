-- The row of a synthetic snapshot.
insert into snapshot by name
with moments as (select getvariable('time')::timestamp as moment)

select
    'synthetic-' || strftime(moment, '%Y%m%dT%H%M%SZ') as snapshot_id,
    moment as snapshot_time,
    'atlas' as vo,
    1 as schema_version,
    format(
        'synthetic: preset {}, seed {:d}', getvariable('preset'), getvariable('seed')
    ) as source,
    getvariable('seed') as random_seed
from moments
;
