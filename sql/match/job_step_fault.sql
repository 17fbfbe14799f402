-- title: steps of a job that cannot follow the step before; a sound ledger has none
-- grain: step of a job
with
    steps as (
        select
            seq,
            job_id,
            step,
            lag(step) over (partition by job_id order by seq) as before
        from job_step
        where step <> 'refuse'
    )
select seq, job_id, step, before
from steps
where
    (step = 'match' and coalesce(before, '') not in ('add', 'requeue'))
    or (step = 'requeue' and before is distinct from 'match')
order by seq, job_id, step
