-- needs: JobDB.Jobs
-- columns: job_id int64, submit_time timestamp[us]
-- When waiting jobs were submitted.
select cast(jobid as signed) as job_id, submissiontime as submit_time
from `JobDB`.`Jobs`
where status = 'Waiting'
