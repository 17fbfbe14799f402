-- title: queues that a job may be at
-- grain: queue_name
select queue.queue_name
from queue
union
select job.queue_name
from job
where job.queue_name is not null
order by queue_name
