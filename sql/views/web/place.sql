-- title: where queues are: cloud, site and state of a queue, or of the site of a
-- nucleus
-- grain: name
with
    places as (
        select queue_name as name, cloud, site_name, status, type, 0 as preference
        from queue
        union all
        select site_name, cloud, site_name, null, 'nucleus', 1
        from queue
        where role = 'nucleus'
    )

select
    name,
    arg_min(cloud, (preference, cloud)) as cloud,
    arg_min(site_name, (preference, site_name)) as site_name,
    arg_min(status, (preference, status)) as status,
    arg_min(type, (preference, type)) as type
from places
where name is not null
group by name
