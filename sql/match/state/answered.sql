-- title: the answers to the requests from $1 to $2
-- grain: seq
select
    match.seq,
    match.pilot_id,
    match.tq_id,
    match.job_id,
    match.user_priority,
    match.cpu_time,
    match.n_eligible,
    match.criterion,
    asking.class_id,
    asking.arrival_time
from match
inner join asking using (seq)
where match.seq between $1 and $2
order by match.seq
