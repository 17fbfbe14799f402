-- title: decisions of a policy by outcome
-- grain: status
select status, count(*) as n
from decision
where policy = ?
group by status
order by list_position(['assigned', 'pending', 'throttled', 'failed'], status)
