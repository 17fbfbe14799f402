-- title: what a request got in the cycle, and why it got nothing
-- grain: seq
select
    match.tq_id,
    match.job_id,
    match.user_priority,
    match.n_eligible,
    match.criterion,
    shown.status,
    shown.reason
from match
inner join shown_result as shown using (seq)
where match.seq = ?
