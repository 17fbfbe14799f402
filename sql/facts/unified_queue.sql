-- title: queues with the values that an unset CRIC field stands for
-- grain: queue_name
-- source: spec/production.md 3.1; the queue id ALL only carries software tags
with

    read as (
        select
            queue.*,
            string_split(nullif(queue.wn_connectivity, ''), '#') as connectivity,
            case
                when queue_setting.is_per_core and queue.core_count > 0
                then queue.core_count
                else 1
            end as factor
        from queue
        inner join queue_setting on queue.queue_name = queue_setting.queue_name
        where queue.queue_name <> 'ALL'
    )

select
    read.queue_name,
    read.queue_order,
    read.site_name as atlas_site,
    read.role,
    read.type,
    read.cloud,
    read.status,
    coalesce(read.core_count, 0) as core_count,
    greatest(read.core_count, 1) as n_cores,
    coalesce(read.pledged_cpu, 0) as pledged_cpu,
    coalesce(read.core_power, 0) as core_power,
    coalesce(read.max_rss, 0) * read.factor as max_rss,
    coalesce(read.min_rss, 0) * read.factor as min_rss,
    coalesce(read.max_wdir, 0) * read.factor as max_wdir,
    coalesce(read.max_time, 0) as max_time,
    coalesce(read.min_time, 0) as min_time,
    read.max_input_size,
    coalesce(read.transferring_limit, 0) as transferring_limit,
    coalesce(read.max_disk_io, 0) as max_disk_io,
    coalesce(read.capability = 'ucore', false) as is_ucore,
    coalesce(read.workflow = 'pull_ups', false) as is_pull_ups,
    coalesce(read.job_seed, 'std') as job_seed,
    nullif(read.connectivity[1], '') as network_connectivity,
    nullif(read.connectivity[2], '') as ip_stack,
    coalesce(read.direct_access_lan, false) as direct_access_lan,
    coalesce(read.is_cvmfs, false) as is_cvmfs,
    coalesce(read.type in ('production', 'unified'), false)
    or queue_setting.is_grandly_unified as runs_production,
    coalesce(read.type in ('analysis', 'unified'), false)
    or queue_setting.is_grandly_unified as runs_analysis,
    queue_setting.uses_jumbo,
    queue_setting.uses_only_local_data,
    queue_setting.min_events_for_jumbo,
    queue_setting.bare_nucleus,
    queue_setting.secondary_nucleus,
    queue_setting.max_io_intensity,
    key_of(read.queue_name) as draw_key
from read
inner join queue_setting on read.queue_name = queue_setting.queue_name
