-- title: queues with the values that an unset CRIC field stands for
-- grain: queue_name
-- source: spec/production.md 3.1; the queue id ALL only carries software tags
with

    read as (
        select
            queue.queue_name,
            queue.queue_order,
            queue.site_name as atlas_site,
            queue.role,
            queue.type,
            queue.cloud,
            queue.status,
            coalesce(queue.core_count, 0) as core_count,
            coalesce(queue.pledged_cpu, 0) as pledged_cpu,
            coalesce(queue.core_power, 0) as core_power,
            coalesce(queue.max_rss, 0) as max_rss,
            coalesce(queue.min_rss, 0) as min_rss,
            coalesce(queue.max_time, 0) as max_time,
            coalesce(queue.min_time, 0) as min_time,
            coalesce(queue.max_wdir, 0) as max_wdir,
            queue.max_input_size,
            coalesce(queue.transferring_limit, 0) as transferring_limit,
            coalesce(queue.max_disk_io, 0) as max_disk_io,
            queue.fairshare_policy,
            queue.releases,
            coalesce(queue.capability = 'ucore', false) as is_ucore,
            coalesce(queue.workflow = 'pull_ups', false) as is_pull_ups,
            coalesce(queue.job_seed, 'std') as job_seed,
            string_split(nullif(queue.wn_connectivity, ''), '#') as connectivity,
            coalesce(queue.direct_access_lan, false) as direct_access_lan,
            coalesce(queue.direct_access_wan, false) as direct_access_wan,
            coalesce(queue.is_cvmfs, false) as is_cvmfs,
            has_catchall(queue.params, queue.catchall, 'per_core_attr') as is_per_core,
            has_catchall(queue.params, queue.catchall, 'useJumboJobs') as uses_jumbo,
            has_catchall(
                queue.params, queue.catchall, 'grandly_unified'
            ) as is_grandly_unified,
            has_catchall(
                queue.params, queue.catchall, 'use_only_local_data'
            ) as uses_only_local_data,
            try_cast(
                catchall_value(queue.params, queue.catchall, 'minEventsForJumbo') as bigint
            ) as min_events_for_jumbo,
            catchall_value(queue.params, queue.catchall, 'bareNucleus') as bare_nucleus,
            catchall_value(queue.params, queue.catchall, 'secondaryNucleus') as secondary_nucleus,
            try_cast(
                json_extract_string(queue.params, '$.max_io_intensity') as double
            ) as max_io_intensity,
            key_of(queue.queue_name) as draw_key
        from queue
        where queue.queue_name <> 'ALL'
    )

select
    read.* exclude (connectivity, is_per_core, max_rss, min_rss, max_wdir),
    greatest(read.core_count, 1) as n_cores,
    read.max_rss * case
        when read.is_per_core and read.core_count > 0 then read.core_count else 1
    end as max_rss,
    read.min_rss * case
        when read.is_per_core and read.core_count > 0 then read.core_count else 1
    end as min_rss,
    read.max_wdir * case
        when read.is_per_core and read.core_count > 0 then read.core_count else 1
    end as max_wdir,
    nullif(read.connectivity[1], '') as network_connectivity,
    nullif(read.connectivity[2], '') as ip_stack,
    read.type in ('production', 'unified') or read.is_grandly_unified as runs_production,
    read.type in ('analysis', 'unified') or read.is_grandly_unified as runs_analysis
from read
