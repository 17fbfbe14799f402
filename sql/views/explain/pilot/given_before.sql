-- title: jobs that requests of the same cycle got before one comes
-- grain: seq
select match.seq, match.job_id, match.seq as class_id, asking.arrival_time
from match
inner join asking using (seq)
where match.job_id is not null and match.seq < ?
order by match.seq
