-- title: queues of each nucleus, and queues that share the storage of its first one
-- grain: nucleus, queue_name
-- note: queues of one site and role; sharing set: online queues whose output the first
-- queue of the nucleus reads; names are unified ones
with
    related as (
        select nucleus.nucleus, unified_queue.queue_name
        from nucleus
        inner join unified_queue on nucleus.nucleus = unified_queue.atlas_site
        where unified_queue.runs_production and unified_queue.role = nucleus.role
        union
        select nucleus.nucleus, unified_queue.queue_name
        from nucleus
        inner join shared_storage on nucleus.first_queue_name = shared_storage.reader_name
        inner join unified_queue on shared_storage.writer_name = unified_queue.queue_name
        where
            unified_queue.status = 'online'
            and unified_queue.runs_production
            and (unified_queue.runs_analysis or not nucleus.runs_analysis)
    )

select
    nucleus.nucleus,
    related.queue_name,
    coalesce(
        unified_queue.atlas_site = nucleus.nucleus and unified_queue.role = nucleus.role, false
    ) as is_member
from nucleus
inner join related using (nucleus)
inner join unified_queue using (queue_name)
