-- title: queues with the values that an unset CRIC field stands for
-- grain: queue_name
-- source: C104
-- nulls: a queue that may run production and is of no cloud runs nothing
-- note: the queue id ALL only carries software tags
with

    scale as (
        select
            queue.queue_name,
            string_split(nullif(queue.wn_connectivity, ''), '#') as connectivity,
            case
                when queue_setting.is_per_core and queue.core_count > 0
                then queue.core_count
                else 1
            end as factor
        from queue
        inner join queue_setting using (queue_name)
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
    coalesce(queue.max_rss, 0) * scale.factor as max_rss,
    coalesce(queue.min_rss, 0) * scale.factor as min_rss,
    coalesce(queue.max_wdir, 0) * scale.factor as max_wdir,
    coalesce(queue.max_time, 0) as max_time,
    coalesce(queue.min_time, 0) as min_time,
    queue.max_input_size,
    coalesce(queue.transferring_limit, 0) as transferring_limit,
    coalesce(queue.max_disk_io, 0) as max_disk_io,
    coalesce(queue.capability = 'ucore', false) as is_ucore,
    coalesce(queue.workflow = 'pull_ups', false) as is_pull_ups,
    coalesce(queue.job_seed, 'std') as job_seed,
    nullif(scale.connectivity[1], '') as network_connectivity,
    nullif(scale.connectivity[2], '') as ip_stack,
    coalesce(queue.direct_access_lan, false) as direct_access_lan,
    coalesce(queue.is_cvmfs, false) as is_cvmfs,
    queue_setting.can_produce and coalesce(queue.cloud, '') <> '' as runs_production,
    queue_setting.can_produce and coalesce(queue.cloud, '') = '' as is_dropped,
    queue_setting.can_analyse and not is_dropped as runs_analysis,
    queue_setting.uses_jumbo,
    queue_setting.uses_only_local_data,
    queue_setting.min_events_for_jumbo,
    queue_setting.bare_nucleus,
    queue_setting.secondary_nucleus,
    queue_setting.max_io_intensity,
    key_of(queue.queue_name) as draw_key
from queue
inner join scale using (queue_name)
inner join queue_setting using (queue_name)
where queue.queue_name <> 'ALL'
