-- title: links to the nuclei of most tasks, from the sites where most files wait
-- grain: src_site, dst_site
with
    nuclei as (
        select nucleus, count(*) as n_tasks
        from decision
        where policy = $1 and nucleus is not null
        group by nucleus
        order by n_tasks desc, nucleus
        limit $2
    ),
    links as (
        select link_row.* exclude (policy), nuclei.n_tasks
        from link_row
        inner join nuclei on link_row.dst_site = nuclei.nucleus
    ),
    sites as (
        select src_site, coalesce(sum(links.n_queued), 0) as n_queued, count(*) over () as n_sites
        from links
        group by src_site
        order by n_queued desc, src_site
        limit $3
    )

select links.*, sites.n_queued as n_queued_at_site, sites.n_sites
from links
inner join sites using (src_site)
order by n_queued_at_site desc, links.src_site, links.n_tasks desc, links.dst_site
