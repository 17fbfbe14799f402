-- title: why requests are refused, and why jobs stand in no task queue
-- grain: kind, reason
select 'pilot' as kind, standing.reason, count(*) as n_rows
from standing
semi join gate_hit using (seq)
group by standing.reason
union all
select 'pilot' as kind, reason, count(*) as n_rows
from refused_pilot
group by reason
union all
select 'job' as kind, reason, count(*) as n_rows
from refused_job
group by reason
order by kind desc, n_rows desc, reason
