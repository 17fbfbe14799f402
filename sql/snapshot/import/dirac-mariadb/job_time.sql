-- needs: JobDB.Jobs
-- columns: job_id int64, submit_time timestamp[us]
-- When waiting jobs were submitted; the server's date of zeros is none.
select cast(jobid as signed) as job_id, nullif(submissiontime, 0) as submit_time
from `JobDB`.`Jobs`
where status = 'Waiting'
