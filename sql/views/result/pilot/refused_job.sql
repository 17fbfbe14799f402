-- title: jobs that stand in no task queue, with the reason
select getvariable('policy') as policy, refused_job.job_id, refused_job.reason
from refused_job
order by refused_job.job_id
