-- title: why a queue that was weighed was not chosen
-- grain: loss
select loss as criterion, count(*) as tasks, median(rank) as median_rank
from nearest_pair
where outcome = 'weighed'
group by loss
order by tasks desc, loss
