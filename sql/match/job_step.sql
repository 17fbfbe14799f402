-- title: what happened to jobs, in order; a job that is refused was not added
-- grain: step of a job
select recorded_step.seq, recorded_step.job_id, recorded_step.step
from recorded_step
anti join
    (select seq, job_id from recorded_step where step = 'refuse') as refused
    on recorded_step.step = 'add'
    and recorded_step.seq = refused.seq
    and recorded_step.job_id = refused.job_id
