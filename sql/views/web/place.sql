-- title: where queues are: cloud, site and state of a queue, or of the site of a
-- nucleus
-- grain: name
with
    places as (
        select
            queue.queue_name as name,
            queue.cloud,
            queue.site_name,
            queue.status,
            queue.type,
            0 as preference
        from queue
        union all
        select queue.site_name, queue.cloud, queue.site_name, null, 'nucleus', 1
        from queue
        where queue.role = 'nucleus'
    )

select
    places.name,
    arg_min(places.cloud, (places.preference, places.cloud)) as cloud,
    arg_min(places.site_name, (places.preference, places.site_name)) as site_name,
    arg_min(places.status, (places.preference, places.status)) as status,
    arg_min(places.type, (places.preference, places.type)) as type
from places
where places.name is not null
group by places.name
