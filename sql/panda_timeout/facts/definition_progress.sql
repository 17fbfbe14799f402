-- title: the last sign of life of the jobs of a definition at a queue
-- grain: job_definition_id, queue_name
select job_definition_id, queue_name, max(modification_time) as last_time
from job
where job_status in ('running', 'transferring', 'holding', 'finished')
group by job_definition_id, queue_name
