-- title: the oldest jobs of a user priority, of which one is taken
select job_id
from tq_jobs
where tq_id = ? and user_priority = ?
order by job_id
limit 10
