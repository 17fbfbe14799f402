-- severity: note
-- table: queue
-- column: queue_name
-- message: has no row in queue_endpoint, which cannot be right
select queue.queue_name as row_key
from queue
left join queue_endpoint on queue.queue_name = queue_endpoint.queue_name
where queue_endpoint.queue_name is null
