-- title: the newest metrics of each link, and how old they are
-- grain: src_site, dst_site
with
    newest as (
        select
            network_metric.src_site,
            network_metric.dst_site,
            arg_max(network_metric.value, network_metric.ts) filter (
                where network_metric.key = 'AGIS_closeness'
            ) as closeness,
            coalesce(
                max(network_metric.value) filter (
                    where network_metric.key = 'dashb_mbps_1h'
                ),
                max(network_metric.value) filter (
                    where network_metric.key = 'dashb_mbps_1d'
                ),
                max(network_metric.value) filter (
                    where network_metric.key = 'dashb_mbps_1w'
                )
            ) as mb_per_s,
            sum(network_metric.value) filter (
                where ends_with(network_metric.key, '_queued')
            )::bigint as n_queued,
            max(network_metric.ts) as newest_time
        from network_metric
        group by network_metric.src_site, network_metric.dst_site
    )

select
    null::varchar as policy,
    newest.src_site,
    newest.dst_site,
    newest.closeness::integer as closeness,
    newest.mb_per_s,
    newest.n_queued,
    date_diff('second', newest.newest_time, snapshot.snapshot_time) as age_s
from newest
cross join snapshot
