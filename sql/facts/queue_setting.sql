-- title: what the params object, the catchall list and the type of a queue set
-- grain: queue_name
-- source: C258
-- note: max_io_intensity is read from params only
select
    queue_name,
    has_catchall(params, catchall, 'per_core_attr') as is_per_core,
    has_catchall(params, catchall, 'useJumboJobs') as uses_jumbo,
    coalesce(type in ('production', 'unified'), false)
    or has_catchall(params, catchall, 'grandly_unified') as can_produce,
    coalesce(type in ('analysis', 'unified'), false)
    or has_catchall(params, catchall, 'grandly_unified') as can_analyse,
    has_catchall(params, catchall, 'use_only_local_data') as uses_only_local_data,
    try_cast(
        catchall_value(params, catchall, 'minEventsForJumbo') as bigint
    ) as min_events_for_jumbo,
    catchall_value(params, catchall, 'bareNucleus') as bare_nucleus,
    catchall_value(params, catchall, 'secondaryNucleus') as secondary_nucleus,
    nullif(
        greatest(
            try_cast(catchall_value(params, catchall, 'jobChunkSize') as bigint), 0
        ),
        0
    ) as job_chunk_size,
    try_cast(
        json_extract_string(params, '$.max_io_intensity') as double
    ) as max_io_intensity
from queue
