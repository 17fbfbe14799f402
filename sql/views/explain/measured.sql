-- title: how old a measured value of one row is, and whether it counts as absent
-- grain: one row; none where the value is set and not measured
-- note: without a limit it counts at any age
with
    measured as (
        select
            'network_metric' as table_name,
            'value' as column_name,
            [src_site, dst_site, key] as row_key,
            ts,
            $4::bigint as limit_min
        from network_metric
        union all
        select 'endpoint', 'space_free', [ddm_endpoint_name], space_timestamp, null
        from endpoint
    )

select
    date_diff('second', measured.ts, snapshot.snapshot_time) as age_s,
    measured.limit_min is not null
    and is_stale(measured.ts, snapshot.snapshot_time, measured.limit_min) as is_stale
from measured
cross join snapshot
where measured.table_name = $1 and measured.column_name = $2 and measured.row_key = $3::varchar[]
