-- Usage {rse: {storage: {used, free, updated_at}, expired: {used}, …}} as Rucio's dump
-- of all endpoints has it, or a row per endpoint and source. Bytes become GB of 2^30,
-- as the running system's configurator counts them.
update endpoint
set
    space_total = found.total_bytes  >> 30,
    space_free = found.free_bytes  >> 30,
    space_expired = found.expired_bytes  >> 30,
    space_min_free = found.min_free_bytes  >> 30,
    space_unavailable = found.unavailable_bytes  >> 30,
    space_timestamp = found.stamp
from
    (
        with
            bytes as (
                select
                    rse,
                    source,
                    size_of(json_text(numbers, '$.used')) as used,
                    size_of(json_text(numbers, '$.free')) as free,
                    rucio_time(numbers, '$.updated_at') as stamp
                from usage_entry
            )

        select
            rse,
            (sum(used + free) filter (where source = 'storage'))::bigint
            as total_bytes,
            (sum(free) filter (where source = 'storage'))::bigint as free_bytes,
            (sum(used) filter (where source = 'expired'))::bigint as expired_bytes,
            (sum(used) filter (where source = 'min_free_space'))::bigint
            as min_free_bytes,
            (sum(used) filter (where source = 'unavailable'))::bigint
            as unavailable_bytes,
            max(stamp) filter (where source = 'storage') as stamp
        from bytes
        group by rse
    ) as found
where endpoint.ddm_endpoint_name = found.rse
;
