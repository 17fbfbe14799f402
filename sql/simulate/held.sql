-- title: jobs of each cohort by what they do
-- grain: cohort_no, job_status
select cohort_no, job_status, n_waiting as n_jobs
from cohort
where n_waiting > 0
union all
select cohort_no, 'running' as job_status, n_running as n_jobs
from cohort
where n_running > 0
