-- title: the user priority that is drawn among the jobs of a task queue
select user_priority
from tq_jobs
where tq_id = ?
order by abs(random()) / real_priority
limit 1
