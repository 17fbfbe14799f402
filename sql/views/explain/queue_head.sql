-- title: what a queue is, and how many pseudo queues it has
-- grain: one row
select
    named.unified_name as queue_name,
    coalesce(queue.site_name, named.unified_name) as site_name,
    queue.cloud,
    queue.status,
    named.n_pseudo
from
    (
        select unified_name, count(*) filter (where queue_name <> unified_name) as n_pseudo
        from numbered_partner
        where unified_name in (select unified_name from numbered_partner where queue_name = ?)
        group by unified_name
    ) as named
left join queue on named.unified_name = queue.queue_name
