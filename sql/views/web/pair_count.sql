-- title: pairs of a task and a queue that a policy looked at, chose, or left to a gate
-- grain: one row
select
    count(*) as n,
    count(*) filter (where outcome = 'chosen') as n_chosen,
    count(*) filter (where outcome = 'gated') as n_gated
from pair
where policy = ?
