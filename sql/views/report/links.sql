-- title: links of which a metric is known
-- grain: one row
select count(distinct(network_metric.src_site, network_metric.dst_site)) as n_links
from network_metric
