-- needs: ResourceStatusDB.SiteStatus
-- Active and degraded sites are used.
select
    name as site,
    case when status in ('Active', 'Degraded') then 'Active' else 'Banned' end as status
from `ResourceStatusDB`.`SiteStatus`
where statustype = 'all' and vo in ('all',:vo)
