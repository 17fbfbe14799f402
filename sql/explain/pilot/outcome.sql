-- title: what a request got in the cycle
-- grain: seq
select match.tq_id, match.job_id, match.user_priority, match.criterion
from match
where match.seq = ?
