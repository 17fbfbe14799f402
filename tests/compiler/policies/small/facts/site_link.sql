-- title: closeness of two sites
-- grain: src_site, dst_site
select
    network_metric.src_site,
    network_metric.dst_site,
    max(network_metric.value) as closeness,
    bool_or(network_metric.value > 0) as is_far
from network_metric
where network_metric.key = 'AGIS_closeness'
group by network_metric.src_site, network_metric.dst_site
