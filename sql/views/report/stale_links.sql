-- title: links, those whose metrics are all too old to count, and the age of these
-- grain: one row
with
    links as (
        select src_site, dst_site, max(ts) as newest_time
        from network_metric
        group by src_site, dst_site
    )

select
    count(*) as n_links,
    count(*) filter (
        where is_stale(links.newest_time, snapshot.snapshot_time, cfg.metric_validity_min)
    ) as n_stale,
    min(date_diff('second', links.newest_time, snapshot.snapshot_time)) filter (
        where is_stale(links.newest_time, snapshot.snapshot_time, cfg.metric_validity_min)
    ) as age_s,
    any_value(cfg.metric_validity_min) as limit_min
from links
cross join snapshot
cross join cfg
