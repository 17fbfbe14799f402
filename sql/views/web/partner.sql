-- title: pseudo queues, or nuclei, with the queue that each of them belongs to
-- grain: policy, queue_name
select exclusion.policy, exclusion.queue_name, exclusion.unified_name
from exclusion
union
select candidate.policy, candidate.queue_name, candidate.unified_name
from candidate
