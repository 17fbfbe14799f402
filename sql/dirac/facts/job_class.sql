-- title: the jobs of a task queue by user priority
-- grain: tq_id, user_priority
-- source: T041
select tq_id, user_priority, any_value(real_priority) as real_priority, count(*) as n_jobs
from waiting_job
group by tq_id, user_priority
