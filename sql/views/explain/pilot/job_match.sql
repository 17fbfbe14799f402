-- title: the request that got a job, and whether it asked for it
-- grain: one row; none where nobody got it
select match.seq, match.pilot_id, match.tq_id, asking.job_id is not null as is_asked_for
from match
inner join asking using (seq)
where match.job_id = ?
