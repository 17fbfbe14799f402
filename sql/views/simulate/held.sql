-- title: jobs of each cohort by what they do
-- grain: cohort_no, job_status
select cohort.cohort_no, cohort.job_status, cohort.n_waiting as n_jobs
from cohort
where cohort.n_waiting > 0
union all
select cohort.cohort_no, 'running' as job_status, cohort.n_running as n_jobs
from cohort
where cohort.n_running > 0
