-- title: pseudo queues, or nuclei, with the queue that each of them belongs to
-- grain: policy, queue_name
select policy, queue_name, unified_name
from exclusion
union
select policy, queue_name, unified_name
from candidate
