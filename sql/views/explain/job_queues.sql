-- title: queues that a job may be at
-- grain: queue_name
select queue_name
from queue
union
select queue_name
from job
where queue_name is not null
order by queue_name
