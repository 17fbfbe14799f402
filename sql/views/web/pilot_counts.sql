-- title: pilots of a policy, those that some task queue fits, and pairs
-- grain: one row
select
    count(*) as n_pilots,
    count(*) filter (where pilot_row.n_fit > 0) as n_fit,
    coalesce(sum(n_task_queues), 0)::bigint as n_pairs,
    coalesce(sum(pilot_row.n_fit), 0)::bigint as n_pairs_fit
from pilot_row
where policy = ?
