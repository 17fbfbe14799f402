-- title: a job of the snapshot: its task queue and place there, or why it has none
-- note: what requests before number $2 got is gone, unless $3 is false
with
    jobs as (
        select job_id, owner_group, submit_time
        from dirac_job
        union all
        select refused_job.job_id, null, null
        from refused_job
        anti join dirac_job using (job_id)
    ),
    left_jobs as (
        select waiting_job.job_id, waiting_job.tq_id, waiting_job.user_priority
        from waiting_job
        anti join (select job_id from match where seq < $2 and $3) as gone using (job_id)
    ),
    places as (
        select
            job_id,
            row_number() over (partition by tq_id, user_priority order by job_id) - 1 as n_older
        from left_jobs
    ),
    counts as (select tq_id, count(*) as n_left from left_jobs group by tq_id)

select
    jobs.job_id,
    jobs.owner_group,
    jobs.submit_time,
    waiting_job.user_priority,
    refused_job.reason,
    task_queue.tq_id,
    counts.n_left as n_jobs,
    task_queue.n_jobs - counts.n_left as n_given,
    task_queue.cpu_time,
    places.n_older,
    job_chance.n_jobs as n_alike,
    job_chance.n_in_window,
    job_chance.chance
from jobs
left join waiting_job using (job_id)
left join refused_job using (job_id)
left join places using (job_id)
left join task_queue on waiting_job.tq_id = task_queue.tq_id
left join counts on waiting_job.tq_id = counts.tq_id
left join
    job_chance
    on waiting_job.tq_id = job_chance.tq_id
    and waiting_job.user_priority = job_chance.user_priority
where jobs.job_id = $1
