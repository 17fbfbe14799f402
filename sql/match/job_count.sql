-- title: jobs by where their last step left them, and how many steps there were
-- grain: one row
-- bounds: a job that waits and is refused when it comes again waits as it did
with
    last_steps as (
        select
            job_id,
            coalesce(
                arg_max(step, seq) filter (where step <> 'refuse'), 'refuse'
            ) as step
        from job_step
        group by job_id
    )
select
    (select count(*) from last_steps) as n_jobs,
    (select count(*) from last_steps where step in ('add', 'requeue')) as n_waiting,
    (select count(*) from last_steps where step = 'match') as n_matched,
    (select count(*) from last_steps where step = 'refuse') as n_refused,
    (select count(*) from job_step where job_step.step = 'match') as n_matches,
    (select count(*) from job_step where job_step.step = 'requeue') as n_requeues
