-- title: queues that make a nucleus
-- grain: nucleus, queue_name
-- note: production queues of one site and role
select nucleus.nucleus, unified_queue.queue_name
from nucleus
inner join
    unified_queue
    on nucleus.nucleus = unified_queue.atlas_site
    and nucleus.role = unified_queue.role
where unified_queue.runs_production
