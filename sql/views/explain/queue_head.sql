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
        select
            numbered_partner.unified_name,
            count(*) filter (
                where numbered_partner.queue_name <> numbered_partner.unified_name
            ) as n_pseudo
        from numbered_partner
        where numbered_partner.unified_name = ?
        group by numbered_partner.unified_name
    ) as named
left join queue on named.unified_name = queue.queue_name
