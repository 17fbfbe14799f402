-- title: queues of each nucleus, and queues that share the storage of its first one
-- grain: nucleus, queue_name
-- source: spec/production.md 3.3, sharing set of a nucleus; names are unified ones
with

    related as (
        select unified_queue.atlas_site as nucleus, unified_queue.queue_name
        from unified_queue
        where unified_queue.runs_production
        union
        select nucleus.nucleus, output_sharing.shared_name as queue_name
        from nucleus
        inner join output_sharing on nucleus.first_queue_name = output_sharing.queue_name
    )

select
    nucleus.nucleus,
    related.queue_name,
    unified_queue.atlas_site = nucleus.nucleus as is_member
from nucleus
inner join related on nucleus.nucleus = related.nucleus
inner join unified_queue on related.queue_name = unified_queue.queue_name
