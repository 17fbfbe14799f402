-- title: a pilot that loading refused, by the name or number that a user knows
select refused_pilot.seq, refused_pilot.reason
from refused_pilot
where refused_pilot.pilot_id = $1 or refused_pilot.seq::varchar = $1
order by refused_pilot.seq
