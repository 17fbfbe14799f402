-- Nuclei with an interval of [0, 1) each, as wide as they attract work: by disk,
-- little where too many output files already wait (task brokerage avoids these).
create or replace temp table world_nucleus as
with
    backlogs as (
        select dst_site, sum(value::decimal(18, 3)) as n_queued
        from network_metric
        where key = 'Production Output_queued'
        group by dst_site
    ),
    weighted as (
        select
            world_site.site_name as nucleus,
            world_site.disk_endpoint,
            coalesce(backlogs.n_queued, 0) <= 2000
            and coalesce(endpoint.write_wan, 'ON') = 'ON'
            and coalesce(endpoint.read_wan, 'ON') = 'ON' as is_open,
            (
                sqrt(world_site.disk_gb)
                * case
                    when
                        coalesce(backlogs.n_queued, 0) >= 10000
                        or endpoint.write_wan in ('OFF', 'TEST')
                    then 0.2
                    when coalesce(backlogs.n_queued, 0) > 2000
                    then 0.15
                    else 1
                end
            )::decimal(18, 6) as weight
        from world_site
        left join
            endpoint on world_site.disk_endpoint = endpoint.ddm_endpoint_name
        left join backlogs on world_site.site_name = backlogs.dst_site
        where world_site.is_nucleus
    )

select
    nucleus,
    disk_endpoint,
    is_open,
    row_number() over (order by nucleus) as nucleus_no,
    (sum(weight) over (order by nucleus) - weight)::double
    / (sum(weight) over ())::double as low
from weighted
;
