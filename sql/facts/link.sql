-- title: network metrics of the link from a storage site to the nucleus of a task
-- grain: nucleus, storage_site
-- source: C222, C223, C227, C228
-- differs: the page takes the shortest window that has a value; the running system
-- looks at 1 d only where 1 w has a value, and at 1 h only where both have one
-- note: a link without a fresh row is absent
with
    pivoted as (
        select
            dst_site as nucleus,
            src_site as storage_site,
            max(value) filter (where key = 'AGIS_closeness') as closeness,
            max(value) filter (where key = 'Production Output_queued') as n_output,
            max(value) filter (where key = 'Express_queued') as n_express,
            max(value) filter (where key = 'dashb_mbps_1h') as mbps_1h,
            max(value) filter (where key = 'dashb_mbps_1d') as mbps_1d,
            max(value) filter (where key = 'dashb_mbps_1w') as mbps_1w
        from fresh_metric
        where dst_site in (select nucleus from chunk)
        group by dst_site, src_site
    )

select
    pivoted.nucleus,
    pivoted.storage_site,
    pivoted.closeness,
    pivoted.n_output,
    pivoted.n_express,
    case
        when cfg.mbps_pick = 'shortest'
        then coalesce(pivoted.mbps_1h, pivoted.mbps_1d, pivoted.mbps_1w)
        when pivoted.mbps_1w is null
        then null
        when pivoted.mbps_1d is null
        then pivoted.mbps_1w
        else coalesce(pivoted.mbps_1h, pivoted.mbps_1d)
    end as mbps
from pivoted
cross join cfg
