-- title: the waiting jobs, the oldest of each user priority first
-- grain: tq_id, user_priority, place
-- source: T042
select
    tq_id,
    user_priority,
    row_number() over (partition by tq_id, user_priority order by job_id) - 1 as place,
    job_id
from waiting_job
order by tq_id, user_priority, place
