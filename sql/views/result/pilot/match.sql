-- title: the job that each pilot gets, or why it gets none
select
    getvariable('policy') as policy,
    match.seq,
    match.pilot_id,
    match.tq_id,
    match.job_id,
    match.user_priority,
    match.cpu_time,
    match.n_eligible,
    match.criterion
from match
order by match.seq
