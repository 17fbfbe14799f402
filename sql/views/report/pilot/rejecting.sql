-- title: how many pairs of pilot and task queue each check took first
-- grain: criterion
select
    departure.criterion,
    departure.label,
    count(*) as n_pairs,
    sum(departure.n_jobs)::bigint as n_jobs
from departure
group by departure.criterion, departure.label
order by n_pairs desc, departure.criterion
