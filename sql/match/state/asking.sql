-- title: the requests that are to be served now
-- grain: seq
select
    arriving.seq,
    arriving.pilot_id,
    state.pilot_class.class_id,
    arriving.job_id,
    state.pilot_class.criterion,
    arriving.arrival_time
from arriving
inner join
    state.pilot_class
    on arriving.family = state.pilot_class.family
    and arriving.cpu_time is not distinct from state.pilot_class.cpu_time
