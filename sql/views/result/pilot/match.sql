-- title: the job that each pilot gets, or why it gets none
select
    getvariable('policy') as policy,
    seq,
    pilot_id,
    tq_id,
    job_id,
    user_priority,
    cpu_time,
    n_eligible,
    criterion
from match
order by seq
