-- title: what a request got in the cycle, and why it got nothing
-- grain: seq
select
    match.tq_id,
    match.job_id,
    match.user_priority,
    match.n_eligible,
    match.criterion,
    told.status,
    told.reason
from match
inner join told_result as told on match.seq = told.seq
where match.seq = ?
