-- title: how many tasks a queue was chosen for, weighed for, rejected for
-- grain: outcome
select nearest_pair.outcome, count(*) as n_tasks
from nearest_pair
group by nearest_pair.outcome
order by nearest_pair.outcome
