-- title: how old the inputs are that decisions about one queue rest on
-- grain: source
-- nulls: no limit is NULL; what has no time is not shown
-- note: of a link or of workers what is older than its limit counts as absent, and
-- without a start for so long a queue is silent
with
    inputs as (
        select
            1 as place,
            'last start of a job' as source,
            '-nopilot' as feeds,
            pilot_activity.last_start as ts,
            60 * cfg.inactive_hours as limit_min,
            false as is_bound_stale
        from pilot_activity
        cross join cfg
        where pilot_activity.queue_name = $1 and pilot_activity.flag = 'production'
        union all
        select 2, 'workers', 'weights', worker_stats.last_update, cfg.metric_validity_min, true
        from worker_stats
        cross join cfg
        where worker_stats.queue_name = $1
        union all
        select 3, 'links', '-link_unusable', network_metric.ts, cfg.metric_validity_min, true
        from default_output
        cross join cfg
        inner join network_metric on default_output.storage_site = network_metric.src_site
        where default_output.queue_name = $1
        union all
        select 4, 'storage space', '-disk', endpoint.space_timestamp, null, false
        from default_output
        inner join endpoint using (ddm_endpoint_name)
        where default_output.queue_name = $1
    )

select
    inputs.source,
    inputs.feeds,
    min(date_diff('second', inputs.ts, snapshot.snapshot_time)) as age_s,
    any_value(60 * inputs.limit_min) as limit_s,
    coalesce(
        age_s > limit_s or (age_s = limit_s and any_value(inputs.is_bound_stale)), false
    ) as stale
from inputs
cross join snapshot
where inputs.ts is not null
group by inputs.place, inputs.source, inputs.feeds
order by inputs.place
