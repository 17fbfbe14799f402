-- Closeness and throughput of the synthetic links -> network_metric.
insert into network_metric by name
select src_site, dst_site, 'AGIS_closeness' as key, closeness as value
from new_link
where u('closeness_known', link_no) >= 0.05
union all
select src_site, dst_site, 'dashb_mbps_1w' as key, round(mbps_1w, 2) as value
from new_rate
where is_measured and mbps_1w >= 0.01
union all
select
    src_site,
    dst_site,
    'dashb_mbps_1d' as key,
    round(
        mbps_1w * exp(0.8 * normal(now_u('day', link_no), now_u('day_more', link_no))), 2
    ) as value
from new_rate
where is_measured and mbps_1w >= 0.01 and now_u('day_known', link_no) < 0.88
union all
select
    src_site,
    dst_site,
    'dashb_mbps_1h' as key,
    round(
        mbps_1w * exp(2 * normal(now_u('hour', link_no), now_u('hour_more', link_no)) - 0.7), 2
    ) as value
from new_rate
where is_measured and mbps_1w >= 0.01 and now_u('hour_known', link_no) < chance_1h
;
