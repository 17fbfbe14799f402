-- title: what happened to jobs, in order; a job that is refused was not added
-- grain: step of a job
select told_step.seq, told_step.job_id, told_step.step
from told_step
anti join
    (
        select told_step.seq, told_step.job_id
        from told_step
        where told_step.step = 'refuse'
    ) as refused
    on told_step.step = 'add'
    and told_step.seq = refused.seq
    and told_step.job_id = refused.job_id
