-- title: the jobs that wait in each task queue by user priority
-- grain: tq_id, user_priority
select
    waiting_job.tq_id,
    waiting_job.user_priority,
    any_value(waiting_job.real_priority) as real_priority,
    count(*) as n_jobs
from waiting_job
group by waiting_job.tq_id, waiting_job.user_priority
