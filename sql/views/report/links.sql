-- title: links of which a metric is known
-- grain: one row
select count(distinct(src_site, dst_site)) as n_links from network_metric
