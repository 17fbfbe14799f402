-- title: in which task queue each job stands
-- grain: policy, job_id
select getvariable('policy') as policy, job_id, tq_id, user_priority
from waiting_job
order by job_id
