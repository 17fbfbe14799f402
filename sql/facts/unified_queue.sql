-- title: queues with the values that an unset CRIC field stands for
-- grain: queue_name
-- source: C104, C258
-- nulls: a queue that may run production and is of no cloud runs nothing
-- note: the queue id ALL only carries software tags; settings are in the params object
-- or the catchall list, max_io_intensity is read from params only
with
    setting as (
        select
            queue_name,
            coalesce(type in ('production', 'unified'), false)
            or has_catchall(params, catchall, 'grandly_unified') as can_produce,
            coalesce(type in ('analysis', 'unified'), false)
            or has_catchall(params, catchall, 'grandly_unified') as can_analyse,
            string_split(nullif(wn_connectivity, ''), '#') as connectivity,
            if(
                has_catchall(params, catchall, 'per_core_attr') and core_count > 0, core_count, 1
            ) as factor
        from queue
    )

select
    queue.queue_name,
    queue.queue_order,
    queue.site_name as atlas_site,
    queue.role,
    queue.type,
    queue.cloud,
    queue.status,
    coalesce(queue.core_count, 0) as core_count,
    greatest(queue.core_count, 1) as n_cores,
    coalesce(queue.pledged_cpu, 0) as pledged_cpu,
    coalesce(queue.core_power, 0) as core_power,
    coalesce(queue.max_rss, 0) * setting.factor as max_rss,
    coalesce(queue.min_rss, 0) * setting.factor as min_rss,
    coalesce(queue.max_wdir, 0) * setting.factor as max_wdir,
    coalesce(queue.max_time, 0) as max_time,
    coalesce(queue.min_time, 0) as min_time,
    queue.max_input_size,
    coalesce(queue.transferring_limit, 0) as transferring_limit,
    coalesce(queue.max_disk_io, 0) as max_disk_io,
    coalesce(queue.capability = 'ucore', false) as is_ucore,
    coalesce(queue.workflow = 'pull_ups', false) as is_pull_ups,
    coalesce(queue.job_seed, 'std') as job_seed,
    nullif(setting.connectivity[1], '') as network_connectivity,
    nullif(setting.connectivity[2], '') as ip_stack,
    coalesce(queue.direct_access_lan, false) as direct_access_lan,
    coalesce(queue.is_cvmfs, false) as is_cvmfs,
    setting.can_produce and coalesce(queue.cloud, '') <> '' as runs_production,
    setting.can_produce and coalesce(queue.cloud, '') = '' as is_dropped,
    setting.can_analyse and not is_dropped as runs_analysis,
    has_catchall(queue.params, queue.catchall, 'useJumboJobs') as uses_jumbo,
    has_catchall(queue.params, queue.catchall, 'use_only_local_data') as uses_only_local_data,
    try_cast(
        catchall_value(queue.params, queue.catchall, 'minEventsForJumbo') as bigint
    ) as min_events_for_jumbo,
    catchall_value(queue.params, queue.catchall, 'bareNucleus') as bare_nucleus,
    catchall_value(queue.params, queue.catchall, 'secondaryNucleus') as secondary_nucleus,
    nullif(
        greatest(
            try_cast(catchall_value(queue.params, queue.catchall, 'jobChunkSize') as bigint), 0
        ),
        0
    ) as job_chunk_size,
    try_cast(json_extract_string(queue.params, '$.max_io_intensity') as double) as max_io_intensity,
    key_of(queue.queue_name) as draw_key
from queue
inner join setting using (queue_name)
where queue.queue_name <> 'ALL'
