-- title: how many pairs of pilot and task queue each check took first
-- grain: criterion
select criterion, label, count(*) as n_pairs, sum(n_jobs)::bigint as n_jobs
from departure
group by criterion, label
order by n_pairs desc, criterion
