-- title: pilots of a policy by outcome
-- grain: status
select status, count(*) as n
from pilot_row
where policy = ? and status is not null
group by status
order by list_position(['assigned', 'pending', 'throttled', 'failed'], status)
