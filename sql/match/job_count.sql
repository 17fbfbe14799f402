-- title: jobs by where their last step left them, and how many steps there were
-- grain: one row
with
    last_steps as (
        select job_step.job_id, arg_max(job_step.step, job_step.seq) as step
        from job_step
        group by job_step.job_id
    )
select
    (select count(*) from last_steps) as n_jobs,
    (select count(*) from last_steps where step <> 'match') as n_waiting,
    (select count(*) from last_steps where step = 'match') as n_matched,
    (select count(*) from job_step where job_step.step = 'match') as n_matches,
    (select count(*) from job_step where job_step.step = 'requeue') as n_requeues
