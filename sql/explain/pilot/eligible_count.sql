-- title: task queues that a request may get a job of, and of which it draws
-- grain: one row
select count(*) as n_eligible, count(*) filter (where eligible.is_top) as n_top
from eligible
where eligible.seq = ?
