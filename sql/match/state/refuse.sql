-- title: kinds of requests that are refused, with the reason
update state.pilot_class
set criterion = gate_hit.criterion
from gate_hit
where state.pilot_class.class_id = gate_hit.seq
