-- title: the requests that are served, in the order of their numbers
-- grain: seq
-- nulls: without a job_id any job will do; no criterion is no refusal
select
    request.seq,
    request.pilot_id,
    request.seq as class_id,
    request.job_id,
    gate_hit.criterion,
    request.arrival_time
from request
left join gate_hit using (seq)
