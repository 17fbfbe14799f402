-- title: pilots that got nothing by one criterion, whatever the task queue
-- grain: seq
-- nulls: no reason of its own where others drew what fits
select standing.seq, standing.pilot_id, coalesce(standing.reason, '') as reason, true as is_idle
from standing
inner join match using (seq)
where match.criterion = ?
order by standing.seq
