-- One row per ATLAS site: what it has, and how heavy it is as a nucleus. Nuclei are
-- the sites with tape, then those with most disk, 40 of 94 sites (design: ecosystem
-- 7.4).
create or replace temp table world_site as
with
    disks as (
        select
            site_name,
            first(ddm_endpoint_name order by space_total desc, ddm_endpoint_name)
            as disk_endpoint,
            max(space_total) as disk_gb
        from endpoint
        where type = 'DATADISK'
        group by site_name
    ),
    tapes as (select distinct site_name from endpoint where is_tape),

    queues as (
        select
            site_name,
            min(cloud) as cloud,
            count(*) filter (where type in ('production', 'unified')) as n_production,
            count(*) filter (
                where
                    type in ('production', 'unified')
                    and status = 'online'
                    and not contains(lower(queue_name), 'test')
            ) as n_online
        from queue
        where site_name is not null
        group by site_name
    ),
    ranked as (
        select
            queues.site_name,
            queues.cloud,
            disks.disk_endpoint,
            disks.disk_gb,
            tapes.site_name is not null as has_tape,
            queues.n_online > 0 and disks.disk_endpoint is not null as can_be_nucleus,
            count(*) over () as n_sites
        from queues
        left join disks using (site_name)
        left join tapes using (site_name)
    )

select
    *,
    can_be_nucleus
    and row_number() over (
        order by can_be_nucleus desc, has_tape desc, disk_gb desc nulls last, site_name
    )
    <= greatest(2, round(n_sites * 40 / 94.0)) as is_nucleus
from ranked
;

update queue
set
    role = case when world_site.is_nucleus then 'nucleus' else 'satellite' end
from world_site
where queue.site_name = world_site.site_name and queue.role is null
;
