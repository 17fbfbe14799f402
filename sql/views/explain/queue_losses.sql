-- title: why a queue that was weighed was not chosen
-- grain: loss
select
    nearest_pair.loss as criterion,
    count(*) as tasks,
    median(nearest_pair.rank) as median_rank
from nearest_pair
where nearest_pair.outcome = 'weighed'
group by nearest_pair.loss
order by tasks desc, nearest_pair.loss
