-- title: pilots that got no job, those first that some task queue would fit
-- grain: seq
select seq, pilot_id, status, site, cpu_time, n_fit, top_criterion, reason
from pilot_row
where policy = ? and status <> 'assigned'
order by n_fit desc, seq
limit ?
