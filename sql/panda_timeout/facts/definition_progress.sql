-- title: the last sign of life of the jobs of a definition at a queue
-- grain: job_definition_id, queue_name
select job.job_definition_id, job.queue_name, max(job.modification_time) as last_time
from job
where job.job_status in ('running', 'transferring', 'holding', 'finished')
group by job.job_definition_id, job.queue_name
