-- title: queues of all nuclei
-- grain: queue_name
select distinct nucleus_queue.queue_name
from nucleus_queue
inner join nucleus using (nucleus)
where nucleus_queue.is_member and nucleus.role = 'nucleus'
