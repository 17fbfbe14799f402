-- title: work queues of function Resource, each once
-- grain: queue_id
-- nulls: a queue has no name where no row of it has one
-- note: the first of several names in the order of the alphabet
select queue_id, min(work_queue.queue_name) as queue_name
from work_queue
where work_queue.queue_function = 'Resource' and queue_id is not null
group by queue_id
