-- title: steps of a job that cannot follow the step before; a sound ledger has none
-- grain: step of a job
with
    steps as (
        select
            job_step.seq,
            job_step.job_id,
            job_step.step,
            lag(job_step.step) over (
                partition by job_step.job_id order by job_step.seq
            ) as before
        from job_step
        where job_step.step <> 'refuse'
    )
select steps.seq, steps.job_id, steps.step, steps.before
from steps
where
    (steps.step = 'match' and coalesce(steps.before, '') not in ('add', 'requeue'))
    or (steps.step = 'requeue' and steps.before is distinct from 'match')
order by steps.seq, steps.job_id, steps.step
