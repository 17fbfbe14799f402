-- title: jobs that stand in no task queue, with the reason
-- grain: job_id
-- source: spec/dirac.md 2.1: bad data refuse the job, not the whole load
select job_intake.job_id, job_intake.fault as reason
from job_intake
where job_intake.fault is not null
