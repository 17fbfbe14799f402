-- Values -> network_metric. Rules read only rows of the last hour, so with stamp
-- 'snapshot' every value takes the snapshot's time; with 'file' it keeps its own,
-- except the means over a day and a week, which are stamped anew at each import. A
-- link without any value keeps one row with an unknown throughput: it is known.
-- Rows of CRIC's own closeness stay, where an import of them has been here.
delete from network_metric
where
    key <> 'AGIS_closeness'
    or not exists (
        select 1 from table_source where snapshot_table = 'network_metric' and kind = 'closeness'
    )
;

insert into network_metric by name
with
    readable as (
        select link_order, key, any_value(value order by found) as value, max(stamp) as stamp
        from network_value
        where value is not null
        group by link_order, key
    ),
    values_of_links as (
        select
            network_link.src_site,
            network_link.dst_site,
            coalesce(readable.key, 'dashb_mbps_1w') as key,
            readable.value,
            readable.stamp
        from network_link
        left join readable on network_link.link_order = readable.link_order
        where network_link.problem is null
    )

select
    values_of_links.src_site,
    values_of_links.dst_site,
    values_of_links.key,
    values_of_links.value,
    case
        when
            getvariable('stamp') = 'snapshot'
            or values_of_links.stamp is null
            or values_of_links.key in ('dashb_mbps_1d', 'dashb_mbps_1w')
        then snapshot.snapshot_time
        else values_of_links.stamp
    end as ts
from values_of_links
cross join snapshot
anti join
    network_metric as kept using (src_site, dst_site, key)
order by values_of_links.src_site, values_of_links.dst_site, values_of_links.key
;
