-- title: pilots that got no job, those first that some task queue would fit
-- grain: seq
select
    pilot_row.seq,
    pilot_row.pilot_id,
    pilot_row.status,
    pilot_row.site,
    pilot_row.cpu_time,
    pilot_row.n_fit,
    pilot_row.top_criterion,
    pilot_row.reason
from pilot_row
where pilot_row.policy = ? and pilot_row.status <> 'assigned'
order by pilot_row.n_fit desc, pilot_row.seq
limit ?
