-- title: pilots of a policy by outcome
-- grain: status
select pilot_row.status, count(*) as n
from pilot_row
where pilot_row.policy = ? and pilot_row.status is not null
group by pilot_row.status
order by list_position(['assigned', 'pending', 'throttled', 'failed'], pilot_row.status)
