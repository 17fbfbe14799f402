create or replace temp table remark as
select
    0 as place,
    site_name as subject,
    format('no site of this name, so its queues keep no role: {}', count(*)) as text
from queue
where
    site_name is not null and site_name not in (select site_name from site_entry)
group by site_name
union all
select 1 as place, 'datapolicies' as subject, 'no site is a nucleus' as text
where not exists (from site_entry where role = 'nucleus')
;
