-- title: decisions of a policy by outcome
-- grain: status
select decision.status, count(*) as n
from decision
where decision.policy = ?
group by decision.status
order by list_position(['assigned', 'pending', 'throttled', 'failed'], decision.status)
