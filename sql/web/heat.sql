-- title: how many tasks each criterion keeps from the queues of each cloud
-- grain: criterion, cloud
select pair.criterion, pair.class, pair.line_no, pair.cloud, count(*) as n
from pair
where pair.policy = ? and pair.outcome = 'rejected'
group by pair.criterion, pair.class, pair.line_no, pair.cloud
order by pair.line_no, pair.criterion, pair.cloud
