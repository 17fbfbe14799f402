-- title: queues by the work that one criterion alone keeps from them
-- grain: unified_name
select barred.unified_name, count(*) as n_tasks, sum(barred.n_cores)::bigint as n_cores
from barred
group by barred.unified_name
order by n_tasks desc, n_cores desc, barred.unified_name
