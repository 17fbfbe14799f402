-- title: pilots that one criterion refused before any task queue
-- grain: seq
select standing.seq, standing.pilot_id, standing.reason, true as is_idle
from standing
where standing.criterion = ?
order by standing.seq
