-- title: the newest metrics of each link, and how old they are
-- grain: src_site, dst_site
with
    newest as (
        select
            src_site,
            dst_site,
            arg_max(value, ts) filter (where key = 'AGIS_closeness') as closeness,
            coalesce(
                max(value) filter (where key = 'dashb_mbps_1h'),
                max(value) filter (where key = 'dashb_mbps_1d'),
                max(value) filter (where key = 'dashb_mbps_1w')
            ) as mb_per_s,
            sum(value) filter (where ends_with(key, '_queued'))::bigint as n_queued,
            max(ts) as newest_time
        from network_metric
        group by src_site, dst_site
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
