-- title: a job of the snapshot: its task queue and place there, or why it has none
with
    places as (
        select
            waiting_job.job_id,
            row_number() over (
                partition by waiting_job.tq_id, waiting_job.user_priority
                order by waiting_job.job_id
            )
            - 1 as n_older
        from waiting_job
    )

select
    dirac_job.job_id,
    dirac_job.owner_group,
    dirac_job.submit_time,
    waiting_job.user_priority,
    refused_job.reason,
    task_queue.tq_id,
    task_queue.n_jobs,
    task_queue.cpu_time,
    places.n_older,
    job_chance.n_jobs as n_alike,
    job_chance.n_in_window,
    job_chance.chance
from dirac_job
left join waiting_job on dirac_job.job_id = waiting_job.job_id
left join refused_job on dirac_job.job_id = refused_job.job_id
left join places on dirac_job.job_id = places.job_id
left join task_queue on waiting_job.tq_id = task_queue.tq_id
left join
    job_chance
    on waiting_job.tq_id = job_chance.tq_id
    and waiting_job.user_priority = job_chance.user_priority
where dirac_job.job_id = ?
