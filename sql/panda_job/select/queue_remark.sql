-- title: what is malformed or unusable in the fairshare policy of each queue
-- grain: queue_name, remark
-- note: shown with the queue, decides nothing
select queue.queue_name, zero_share_problem.problem as remark
from queue
inner join zero_share_problem on queue.fairshare_policy = zero_share_problem.policy
