-- title: jobs that wait, and their task queues
-- grain: one row
select
    coalesce(sum(open_class.n_jobs), 0)::bigint as n_jobs,
    count(distinct tq_id) filter (where open_class.n_jobs > 0) as n_queues
from open_class
