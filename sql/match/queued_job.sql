-- title: the waiting jobs, the oldest of each user priority first
-- grain: tq_id, user_priority, place
-- source: T042
select
    waiting_job.tq_id,
    waiting_job.user_priority,
    row_number() over (
        partition by waiting_job.tq_id, waiting_job.user_priority
        order by waiting_job.job_id
    )
    - 1 as place,
    waiting_job.job_id
from waiting_job
order by waiting_job.tq_id, waiting_job.user_priority, place
