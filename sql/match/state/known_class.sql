-- title: kinds of requests that are known and not refused, and one request of each
-- grain: class_id
select known.*, state.pilot_class.class_id, state.pilot_class.cpu_time as segment
from state.dirac_pilot as known
inner join state.pilot_class on known.seq = state.pilot_class.class_id
where state.pilot_class.criterion is null and state.pilot_class.class_id >= $1
