-- title: what the params object, the catchall list and the type of a queue set
-- grain: queue_name
-- source: C258
-- note: max_io_intensity is read from params only
select
    queue.queue_name,
    has_catchall(queue.params, queue.catchall, 'per_core_attr') as is_per_core,
    has_catchall(queue.params, queue.catchall, 'useJumboJobs') as uses_jumbo,
    coalesce(queue.type in ('production', 'unified'), false)
    or has_catchall(queue.params, queue.catchall, 'grandly_unified') as can_produce,
    coalesce(queue.type in ('analysis', 'unified'), false)
    or has_catchall(queue.params, queue.catchall, 'grandly_unified') as can_analyse,
    has_catchall(
        queue.params, queue.catchall, 'use_only_local_data'
    ) as uses_only_local_data,
    try_cast(
        catchall_value(queue.params, queue.catchall, 'minEventsForJumbo') as bigint
    ) as min_events_for_jumbo,
    catchall_value(queue.params, queue.catchall, 'bareNucleus') as bare_nucleus,
    catchall_value(
        queue.params, queue.catchall, 'secondaryNucleus'
    ) as secondary_nucleus,
    nullif(
        greatest(
            try_cast(
                catchall_value(queue.params, queue.catchall, 'jobChunkSize') as bigint
            ),
            0
        ),
        0
    ) as job_chunk_size,
    try_cast(
        json_extract_string(queue.params, '$.max_io_intensity') as double
    ) as max_io_intensity
from queue
